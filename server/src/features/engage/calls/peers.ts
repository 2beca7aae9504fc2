import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import { signalBytesMax } from './limits.ts';
import { findPeer, insertSignal, listPeers, type PeerRow } from './store.ts';

/** The caller's own browser in the call. The id alone is not enough: others in the call know it. */
export async function requireOwnPeer(
  db: Db,
  peerId: string,
  own: Pick<PeerRow, 'session_id' | 'role' | 'user_id'>,
): Promise<PeerRow> {
  const peer = await findPeer(db, peerId);
  const isOwn = peer?.session_id === own.session_id && peer.role === own.role && peer.user_id === own.user_id;
  if (!peer || !isOwn) throw notFound('Peer');
  if (peer.left_at) throw invalidField('peer_id', 'This browser has left the call. Enter it again.');
  return peer;
}

/** Passes a message to another browser in the same call. */
export async function sendSignal(db: Db, from: PeerRow, to: string, data: unknown, now: Date): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(data)) > signalBytesMax)
    throw invalidField('data', `can have at most ${signalBytesMax} bytes.`);
  const present = await listPeers(db, [from.session_id], now);
  if (!present.some(({ id }) => id === to)) throw invalidField('to', 'is not in this call.');
  await db.transaction((tx) => insertSignal(tx, { to_peer: to, from_peer: from.id, data }, now));
}

import { invalidField, notFound, rateLimited } from '../../../foundation/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import { signalBytesMax } from './limits.ts';
import { type CallIdentity, isOwnPeer } from './peer-rules.ts';
import { insertSignal } from './signal-store.ts';
import { findPeer, listPeers, type PeerRow, removePeers } from './store.ts';

/** The caller's own browser in the call. */
export async function requireOwnPeer(db: Db, peerId: string, own: CallIdentity): Promise<PeerRow> {
  const peer = await findPeer(db, peerId);
  if (!peer || !isOwnPeer(peer, own)) throw notFound('Peer');
  if (peer.left_at) throw invalidField('peer_id', 'This browser has left the call. Enter it again.');
  return peer;
}

/**
 * Leaves the call. A browser that has left already and one whose call has ended are left as they are: a page says that it
 * leaves when it is closed, whatever happened before.
 */
export async function leaveCall(db: Db, peerId: string, own: CallIdentity, now: Date): Promise<void> {
  const peer = await findPeer(db, peerId);
  if (!peer || !isOwnPeer(peer, own)) throw notFound('Peer');
  await removePeers(db, [peer.id], now);
}

/** A message is deleted some minutes after it was sent. */
const retryAfterMs = 60_000;

/** Passes a message to another browser in the same call. */
export async function sendSignal(db: Db, from: PeerRow, to: string, data: unknown, now: Date): Promise<void> {
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > signalBytesMax)
    throw invalidField('data', `can have at most ${signalBytesMax} bytes.`);
  const present = await listPeers(db, [from.session_id], now);
  if (!present.some(({ id }) => id === to)) throw invalidField('to', 'is not in this call.');
  const signal = { to_peer: to, from_peer: from.id, data: text };
  const isStored = await db.transaction((tx) => insertSignal(tx, from.session_id, signal, now));
  if (!isStored) throw rateLimited('Too many messages wait in this call. Send this one later.', retryAfterMs);
}

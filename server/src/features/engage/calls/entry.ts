import type { Db } from '../../../platform/database/index.ts';
import type { SessionRecord } from '../sessions/index.ts';
import type { CallDeps } from './deps.ts';
import { iceServers } from './ice.ts';
import { isRecordingAllowed } from './join.ts';
import type { PeerRow } from './store.ts';
import { toPeer } from './stream-call.ts';

interface Entered {
  session: SessionRecord;
  peer: PeerRow;
  peers: PeerRow[];
}

export async function toEntry(
  { ice }: Pick<CallDeps, 'ice'>,
  db: Db,
  { session, peer, peers }: Entered,
  now: Date,
) {
  return {
    peer_id: peer.id,
    session: {
      id: session.id,
      status: session.status,
      scheduled_start_at: session.scheduled_start_at,
      scheduled_end_at: session.scheduled_end_at,
      participant_name: session.participant.name,
      recording_allowed: await isRecordingAllowed(db, session),
    },
    ice_servers: iceServers(ice, session.id, now),
    peers: peers.map(toPeer),
  };
}

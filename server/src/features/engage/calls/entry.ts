import type { Db } from '../../../platform/database/index.ts';
import type { SessionRecord } from '../sessions/index.ts';
import { getVersionContent } from '../tests/index.ts';
import type { CallDeps } from './deps.ts';
import { iceServers } from './ice.ts';
import { hasConsent } from './join.ts';
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
  const { consent } = await getVersionContent(db, session.test_id, session.test_version);
  return {
    peer_id: peer.id,
    session: {
      id: session.id,
      status: session.status,
      scheduled_start_at: session.scheduled_start_at,
      scheduled_end_at: session.scheduled_end_at,
      participant_name: session.participant.name,
      recording_allowed:
        Boolean(consent?.recording) && (await hasConsent(db, session, consent?.version ?? 0)),
    },
    ice_servers: iceServers(ice, session.id, now),
    peers: peers.map(toPeer),
  };
}

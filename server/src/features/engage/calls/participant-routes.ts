import Type from 'typebox';
import type { Participant } from '../../../foundation/principal.ts';
import { EventStream } from '../../../http/event-stream.ts';
import { participantRoute, type Route } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { CallWatch } from './call-watch.ts';
import type { CallDeps } from './deps.ts';
import { toEntry } from './entry.ts';
import { linkHolder } from './holders.ts';
import { joinAsParticipant, requireOwnCall, requireOwnPastCall } from './join.ts';
import { leaveCall, requireOwnPeer, sendSignal } from './peers.ts';
import { Done, Entry, ParticipantEntry, PeerInput, PeerQuery, SignalInput } from './schema.ts';
import { streamCall } from './stream-call.ts';

export function participantCallRoutes(deps: CallDeps, watch: CallWatch): Route<Participant>[] {
  const inCall = { tag: 'Sessions', status: 200 } as const;
  const ownPeer = async (db: Db, principal: Participant, peerId: string) => {
    const session = await requireOwnCall(db, principal);
    return requireOwnPeer(db, peerId, { session_id: session.id, role: 'participant', user_id: null });
  };
  return [
    participantRoute({
      ...inCall,
      method: 'POST',
      path: '/call/join',
      operationId: 'joinCall',
      summary: 'Enter the call',
      body: ParticipantEntry,
      data: Entry,
      handler: async ({ db, principal, body, now }) => ({
        data: await toEntry(deps, db, await joinAsParticipant(db, principal, body, now), now),
      }),
    }),
    participantRoute({
      ...inCall,
      method: 'GET',
      path: '/call/events',
      operationId: 'streamCall',
      summary: 'Follow the call',
      query: PeerQuery,
      data: Type.Object({}),
      handler: async ({ db, principal, query, signal, lastEventId }) => {
        const peer = await ownPeer(db, principal, query.peer_id);
        const reader = watch.open({ peer, holder: linkHolder(principal) });
        return {
          data: new EventStream(reader ? streamCall({ reader, peer, lastEventId, signal }) : noEvents()),
        };
      },
    }),
    participantRoute({
      ...inCall,
      method: 'POST',
      path: '/call/signals',
      operationId: 'sendSignal',
      summary: 'Send a message to another browser in the call',
      body: SignalInput,
      data: Done,
      handler: async ({ db, principal, body, now }) => {
        await sendSignal(db, await ownPeer(db, principal, body.peer_id), body.to, body.data, now);
        return { data: { done: true } };
      },
    }),
    participantRoute({
      ...inCall,
      method: 'POST',
      path: '/call/leave',
      operationId: 'leaveCall',
      summary: 'Leave the call',
      body: PeerInput,
      data: Done,
      handler: async ({ db, principal, body, now }) => {
        const session_id = await requireOwnPastCall(db, principal, body.peer_id);
        await leaveCall(db, body.peer_id, { session_id, role: 'participant', user_id: null }, now);
        return { data: { done: true } };
      },
    }),
  ];
}

/** Too many streams are open: the browser connects again later. */
export async function* noEvents(): AsyncGenerator<'idle'> {
  yield 'idle';
}

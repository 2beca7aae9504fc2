import Type from 'typebox';
import { EventStream } from '../../../http/event-stream.ts';
import { type Caller, type Route, route } from '../../../http/route.ts';
import { Id } from '../../../http/schema.ts';
import { getSession } from '../sessions/index.ts';
import type { CallWatch } from './call-watch.ts';
import type { CallDeps } from './deps.ts';
import { toEntry } from './entry.ts';
import { researcherHolder } from './holders.ts';
import { joinAsResearcher } from './join.ts';
import { noEvents } from './participant-routes.ts';
import { leaveCall, requireOwnPeer, sendSignal } from './peers.ts';
import { startRecording, stopRecording } from './recording.ts';
import { Done, Entry, PeerInput, PeerQuery, RecordingEnd, RecordingInput, SignalInput } from './schema.ts';
import { saveTurns } from './store.ts';
import { streamCall } from './stream-call.ts';

/** The researcher's side of a call. Only for the signed-in browser: a program cannot hold a call. */
export function callRoutes(deps: CallDeps, watch: CallWatch): Route[] {
  const inCall = { tag: 'Sessions', status: 200, ids: { sessionId: 'session' }, appOnly: true } as const;
  const ownPeer = async (caller: Caller, sessionId: string, peerId: string) => {
    await getSession(caller, sessionId, 'write');
    const { user_id } = caller.principal;
    return requireOwnPeer(caller.db, peerId, { session_id: sessionId, role: 'researcher', user_id });
  };
  return [
    route({
      ...inCall,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/call/join',
      operationId: 'joinCallAsResearcher',
      summary: 'Enter the call of a session',
      data: Entry,
      handler: async (call) => ({
        data: await toEntry(deps, call.db, await joinAsResearcher(call, call.params.sessionId), call.now),
      }),
    }),
    route({
      ...inCall,
      method: 'GET',
      path: '/engage/sessions/{sessionId}/call/events',
      operationId: 'streamCallAsResearcher',
      summary: 'Follow the call of a session',
      query: PeerQuery,
      data: Type.Object({}),
      handler: async (call) => {
        const peer = await ownPeer(call, call.params.sessionId, call.query.peer_id);
        const reader = watch.open({ peer, holder: researcherHolder(call.principal) });
        const { lastEventId, signal } = call;
        return {
          data: new EventStream(reader ? streamCall({ reader, peer, lastEventId, signal }) : noEvents()),
        };
      },
    }),
    route({
      ...inCall,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/call/signals',
      operationId: 'sendSignalAsResearcher',
      summary: 'Send a message to another browser in the call',
      body: SignalInput,
      data: Done,
      example: { body: { peer_id: 'A', to: 'B', data: {} } },
      handler: async (call) => {
        const peer = await ownPeer(call, call.params.sessionId, call.body.peer_id);
        await sendSignal(call.db, peer, call.body.to, call.body.data, call.now);
        return { data: { done: true } };
      },
    }),
    route({
      ...inCall,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/call/leave',
      operationId: 'leaveCallAsResearcher',
      summary: 'Leave the call',
      body: PeerInput,
      data: Done,
      example: { body: { peer_id: 'A' } },
      handler: async (call) => {
        const { sessionId } = call.params;
        await getSession(call, sessionId, 'write');
        const own = { session_id: sessionId, role: 'researcher', user_id: call.principal.user_id } as const;
        await leaveCall(call.db, call.body.peer_id, own, call.now);
        return { data: { done: true } };
      },
    }),
    route({
      ...inCall,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/call/recordings',
      operationId: 'startRecording',
      summary: 'Start a recording, whose bytes are appended at an upload URL',
      status: 201,
      body: RecordingInput,
      data: Type.Object({ file_id: Id('file'), upload_url: Type.String() }),
      example: { body: { peer_id: 'A', content_type: 'video/webm' } },
      handler: async (call) => {
        const peer = await ownPeer(call, call.params.sessionId, call.body.peer_id);
        return { data: await startRecording(deps, call, peer, call.body.content_type) };
      },
    }),
    route({
      ...inCall,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/call/recordings/stop',
      operationId: 'stopRecording',
      summary: 'End a recording at the bytes that have arrived',
      body: RecordingEnd,
      data: Done,
      example: { body: { file_id: 'fil_06mzq3n5d2f3r7t2x4k6n8p0qd' } },
      handler: async (call) => {
        await getSession(call, call.params.sessionId, 'write');
        const { file_id, turns } = call.body;
        if (turns) await saveTurns(call.db, call.params.sessionId, file_id, turns);
        await stopRecording(deps, call.params.sessionId, file_id, call.now);
        return { data: { done: true } };
      },
    }),
  ];
}

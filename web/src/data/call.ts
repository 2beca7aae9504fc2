import { queryOptions } from '@tanstack/react-query';
import { api, appFetch, type Schemas, unwrap } from '../lib/api.ts';
import type { CallTransport } from '../lib/call/call.ts';
import type { TalkTurn } from '../lib/call/talk-turns.ts';
import type { Session } from './calls.ts';
import { keys } from './keys.ts';

const pathOf = (sessionId: string) => `/v1/engage/sessions/${sessionId}/call`;

/** The researcher's way to the server during a call. */
export const callTransport = (sessionId: string): CallTransport => ({
  post: (path, body) => appFetch('POST', `${pathOf(sessionId)}${path}`, path === '/join' ? undefined : body),
  open: (path, headers, signal) => fetch(`/app${pathOf(sessionId)}${path}`, { headers, signal }),
});

export const startRecording = (sessionId: string, peerId: string, contentType: string) =>
  appFetch<{ file_id: string; upload_url: string }>('POST', `${pathOf(sessionId)}/recordings`, {
    peer_id: peerId,
    content_type: contentType,
  });

/** `turns`: who spoke when. They name the speakers of the transcript. */
export const stopRecording = (sessionId: string, fileId: string, turns: TalkTurn[]) =>
  appFetch('POST', `${pathOf(sessionId)}/recordings/stop`, { file_id: fileId, turns });

export const completeSession = (sessionId: string) =>
  appFetch('POST', `/v1/engage/sessions/${sessionId}/complete`);

export type SessionNote = Schemas['Note'];

/** The notes of a session, the oldest first. */
export const sessionNotesQuery = ({ id, project_id: projectId }: Session) =>
  queryOptions({
    queryKey: keys.notes(projectId, 'session', id),
    queryFn: async () => {
      const query = { session_id: id, sort: 'created_at', limit: 100 } as const;
      const params = { path: { projectId }, query };
      return (await unwrap(api.GET('/v1/projects/{projectId}/notes', { params }))).data;
    },
  });

export interface NewCallNote {
  body: string;
  /** Without a recording the time of day is the title. */
  title?: string;
  file_id?: string;
  start_seconds?: number;
}

export const addNote = ({ id, project_id: projectId }: Session, note: NewCallNote) =>
  unwrap(
    api.POST('/v1/projects/{projectId}/notes', {
      params: { path: { projectId } },
      body: { ...note, session_id: id },
    }),
  );

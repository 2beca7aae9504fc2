import { queryOptions } from '@tanstack/react-query';
import { api, appFetch, unwrap } from '../lib/api.ts';
import type { CallTransport } from '../lib/call/call.ts';

const pathOf = (sessionId: string) => `/v1/engage/sessions/${sessionId}/call`;

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId],
    queryFn: async () =>
      (await unwrap(api.GET('/v1/engage/sessions/{sessionId}', { params: { path: { sessionId } } }))).data,
  });

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

export const stopRecording = (sessionId: string, fileId: string) =>
  appFetch('POST', `${pathOf(sessionId)}/recordings/stop`, { file_id: fileId });

export const completeSession = (sessionId: string) =>
  appFetch('POST', `/v1/engage/sessions/${sessionId}/complete`);

/** A note about this moment of the call. */
export const addNote = (projectId: string, sessionId: string, title: string, body: string) =>
  appFetch('POST', `/v1/projects/${projectId}/notes`, { title, body, session_id: sessionId });

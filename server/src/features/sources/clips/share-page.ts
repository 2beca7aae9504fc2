import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { mountSharedRecordings, recordingFilename, type SharedRecording } from '../made-recordings/index.ts';
import { findSharedClip } from './store.ts';

/** The public page of a shared clip. It needs no account. */
export function mountSharedClips(app: FastifyInstance, deps: { db: Db; storage: Storage }): void {
  mountSharedRecordings(app, deps, {
    path: 'clips',
    what: 'Clip',
    find: async (token) => findShared(deps.db, token),
  });
}

async function findShared(db: Db, token: string): Promise<SharedRecording | undefined> {
  const clip = await findSharedClip(db, token);
  if (!clip?.blob_key) return undefined;
  const { blob_key, content_type, file_id, start_seconds, end_seconds } = clip;
  return {
    ...clip,
    blob_key,
    content_type: content_type ?? 'video/mp4',
    duration_seconds: end_seconds - start_seconds,
    parts: [{ file_id, start_seconds, end_seconds }],
    filename: recordingFilename(clip),
  };
}

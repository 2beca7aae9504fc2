import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { mountSharedRecordings, recordingFilename, type SharedRecording } from '../made-recordings/index.ts';
import { durationOf } from './schema.ts';
import { findSharedReel } from './store.ts';

/** The public page of a shared reel. It needs no account. */
export function mountSharedReels(app: FastifyInstance, deps: { db: Db; storage: Storage }): void {
  mountSharedRecordings(app, deps, {
    path: 'reels',
    what: 'Reel',
    find: (token) => findShared(deps.db, token),
  });
}

async function findShared(db: Db, token: string): Promise<SharedRecording | undefined> {
  const reel = await findSharedReel(db, token);
  if (!reel?.blob_key) return undefined;
  return {
    ...reel,
    blob_key: reel.blob_key,
    content_type: reel.content_type ?? 'video/mp4',
    duration_seconds: durationOf(reel.parts),
    filename: recordingFilename(reel),
  };
}

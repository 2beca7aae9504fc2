import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import type { Feature } from '../../feature.ts';
import { clipRoutes } from './routes.ts';
import type { ClipDeps } from './service.ts';
import { mountSharedClips } from './share-page.ts';
import { clipRecords, sealSharedClips } from './store.ts';
import { cutHandler } from './tasks.ts';

export {
  commitRecording,
  type MadeRecording,
  type RecordingDeps,
  storeRecording,
  writeCaptions,
} from './made-recording.ts';
export { Clip } from './schema.ts';
export { listedClip } from './service.ts';
export { mountSharedRecordings, type SharedRecording } from './shared-recording.ts';
export {
  type ClipSpan,
  clipRecords,
  findClipSpans,
  listClips,
  listSharedClips,
  type SharedClipSpan,
} from './store.ts';
export type { ClipDeps };

export function createClips(
  deps: ClipDeps & { db: Db; clock: Clock; media: Media; workDir: string },
): Feature {
  const { db, links } = deps;
  return {
    routes: clipRoutes(deps),
    mount: (app) => mountSharedClips(app, deps),
    taskKinds: { 'clip.cut': cutHandler(deps) },
    periodic: [{ name: 'share tokens of clips', everyMs: 3_600_000, run: () => sealSharedClips(db, links) }],
    taggableTypes: [clipRecords],
  };
}

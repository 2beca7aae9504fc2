import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import type { Feature } from '../../feature.ts';
import { clipTexts } from './redact.ts';
import { clipRoutes } from './routes.ts';
import type { ClipDeps } from './service.ts';
import { mountSharedClips } from './share-page.ts';
import { clipBlobs, clipRecords } from './store.ts';
import { cutHandler } from './tasks.ts';

export { Clip } from './schema.ts';
export { listedClip } from './service.ts';
export {
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
  return {
    routes: clipRoutes(deps),
    mount: (app) => mountSharedClips(app, deps),
    taskKinds: { 'clip.cut': cutHandler(deps) },
    records: [clipRecords],
    texts: [clipTexts],
    blobsInUse: clipBlobs,
  };
}

import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import type { Feature } from '../../feature.ts';
import { reelTexts } from './redact.ts';
import { reelRoutes } from './routes.ts';
import type { ReelDeps } from './service.ts';
import { mountSharedReels } from './share-page.ts';
import { reelBlobs, reelUses } from './store.ts';
import { joinHandler } from './tasks.ts';

export const createReels = (
  deps: ReelDeps & { db: Db; clock: Clock; media: Media; workDir: string },
): Feature => ({
  routes: reelRoutes(deps),
  mount: (app) => mountSharedReels(app, deps),
  usesOfFile: [reelUses],
  texts: [reelTexts],
  blobsInUse: reelBlobs,
  taskKinds: { 'reel.join': joinHandler(deps) },
});

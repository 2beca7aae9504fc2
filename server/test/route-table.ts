import { compose } from '../src/app/compose.ts';
import { systemClock } from '../src/foundation/clock.ts';
import type { Route } from '../src/http/route.ts';
import { readConfig } from '../src/platform/config/index.ts';
import { createDatabase } from '../src/platform/database/index.ts';
import { createLog } from '../src/platform/log/log.ts';

/** Every route of /v1, known before any test runs, so that each can have tests of its own. */
export async function listPublicRoutes(): Promise<Route[]> {
  // Building the product asks nothing of the database, so no database has to be there.
  const db = createDatabase({ connection: {}, prepare: true, maxConnections: 2, onIdleError: () => {} });
  const log = createLog('silent');
  const parley = await compose({ config: readConfig({}), db, clock: systemClock, log, secretKey: 'routes' });
  await parley.close();
  await db.close();
  return parley.routes.filter((route) => !route.appOnly);
}

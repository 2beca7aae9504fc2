import { compose, type Parley } from '../src/app/compose.ts';
import { systemClock } from '../src/foundation/clock.ts';
import { readConfig } from '../src/platform/config/index.ts';
import { createDatabase } from '../src/platform/database/index.ts';
import { createLog } from '../src/platform/log/log.ts';

/**
 * The routes and the OpenAPI document of the application, known before any test runs, so that tests can be generated for
 * each route. Composing it sends no query, so it needs no database.
 */
export async function describeParley(): Promise<
  Pick<Parley, 'routes' | 'participantRoutes' | 'openapi' | 'registered'>
> {
  const db = createDatabase({ connection: {}, prepare: true, maxConnections: 2, onIdleError: () => {} });
  const log = createLog('silent');
  const parley = await compose({ config: readConfig({}), db, clock: systemClock, log, secretKey: 'routes' });
  await parley.close();
  await db.close();
  return parley;
}

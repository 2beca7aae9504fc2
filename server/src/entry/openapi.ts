import { readFile, writeFile } from 'node:fs/promises';
import { compose } from '../app/compose.ts';
import { systemClock } from '../foundation/clock.ts';
import { readConfig } from '../platform/config/index.ts';
import { createDatabase } from '../platform/database/index.ts';
import { createLog } from '../platform/log/log.ts';

const file = new URL('../../openapi.json', import.meta.url);

/** Writes server/openapi.json from the routes; with --check, fails if the committed one differs. */
const log = createLog('silent');
// Composing the application sends no query, so no database is needed.
const db = createDatabase({ connection: {}, prepare: true, maxConnections: 2, onIdleError: () => {} });
const parley = await compose({ config: readConfig({}), db, clock: systemClock, log, secretKey: 'openapi' });
const text = `${JSON.stringify(parley.openapi, null, 2)}\n`;
const committed = await readFile(file, 'utf8').catch(() => '');
if (process.argv.includes('--check')) {
  if (committed !== text) {
    process.stderr.write(
      'server/openapi.json differs from the routes: run "npm run openapi" and commit it.\n',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
  process.stdout.write(
    `server/openapi.json: ${Object.keys((parley.openapi as { paths: object }).paths).length} paths\n`,
  );
}
await parley.close();
await db.close();

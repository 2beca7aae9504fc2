import { expect, test } from 'vitest';
import { compose } from '../app/compose.ts';
import { systemClock } from '../foundation/clock.ts';
import { StartError } from '../foundation/start-error.ts';
import { readConfig } from '../platform/config/index.ts';
import { createDatabase } from '../platform/database/index.ts';
import { createLog } from '../platform/log/log.ts';

/** A value that is invalid only when it is used also ends the start with a one-line message (spec §10.1). */
test.each([
  ['FFMPEG_PATH', '/nonexistent/ffmpeg'],
  ['STORAGE_URL', 's3://no'],
  ['STORAGE_URL', 'file://server/share'],
])('%s=%s ends the start, before the first file is processed', { timeout: 60_000 }, async (name, value) => {
  const db = createDatabase({ connection: {}, prepare: true, maxConnections: 2, onIdleError: () => {} });
  const config = readConfig({ [name]: value });
  const started = compose({ config, db, clock: systemClock, log: createLog('silent'), secretKey: 'start' });
  const failure: unknown = await started.catch((error: unknown) => error);
  await db.close();
  expect(failure).toBeInstanceOf(StartError);
  expect((failure as StartError).message).toMatch(new RegExp(`^${name}.+\\.$`));
});

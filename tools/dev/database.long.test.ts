import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/src/app/open-database.ts';
import { readConfig } from '../../server/src/platform/config/index.ts';
import { sql } from '../../server/src/platform/database/index.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import { startDevDatabase } from './database.ts';

test('commands such as `npm run seed` open the database of a running `npm run dev`', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-dev-'));
  const config = readConfig({ DATA_DIR: folder });
  const development = await startDevDatabase(config);
  try {
    const { db, close } = await openDatabase(config, createLog('error'), { shareRunning: true });
    const users = await db.query<{ email: string }>(sql`select email from users`);
    expect(users).toEqual([{ email: development.signIn?.email }]);
    await close();
  } finally {
    await development.stop();
    await rm(folder, { recursive: true });
  }
});

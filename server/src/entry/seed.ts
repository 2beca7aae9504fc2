import path from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from '../app/compose.ts';
import { openDatabase } from '../app/open-database.ts';
import { getUserIdByEmail } from '../features/identity/accounts/index.ts';
import { beginSignIn, endSignIn, signInHeaders } from '../features/identity/sign-in/index.ts';
import { addSampleProjects, createSampleClient } from '../features/sample/index.ts';
import { systemClock } from '../foundation/clock.ts';
import { StartError } from '../foundation/start-error.ts';
import { bootstrapWorkspace, ownerEmail } from '../operations/first-start.ts';
import { checkSecretKey, getSecretKey } from '../operations/secret-key.ts';
import { readConfig } from '../platform/config/index.ts';
import type { Database } from '../platform/database/index.ts';
import { createLog } from '../platform/log/log.ts';
import { findTools } from '../platform/media/find-tools.ts';

/** Nothing listens here unless a developer starts a receiver: docs/contributing/development.md. */
const defaultWebhookUrl = 'http://127.0.0.1:4400/parley';

/**
 * `npm run seed`: adds the sample projects for one user, with or without a running server. This process has routes and
 * workers of its own on the same database, so it needs to know neither the server's address nor an API key.
 */
async function main(): Promise<void> {
  const { email = ownerEmail } = parseArgs({ options: { email: { type: 'string' } } }).values;
  const config = readConfig(process.env);
  const log = createLog('error');
  const database = await openDatabase(config, log, { shareRunning: true });
  try {
    const { db } = database;
    const secretKey = await getSecretKey(config);
    await checkSecretKey(db, secretKey);
    const firstSignIn = await bootstrapWorkspace(db, config.publicUrl, systemClock.now());
    const userId = await getUserIdByEmail(db, email);
    const { ffmpeg } = await findTools({
      ffmpegPath: config.ffmpegPath,
      ffprobePath: config.ffprobePath,
      cacheDir: path.join(config.dataDir, 'programs'),
    });
    // Webhooks to this machine are allowed while the server itself is reachable from this machine only.
    const webhookUrl = config.outboundAllowHttp ? defaultWebhookUrl : undefined;
    const parley = await compose({ config, db, clock: systemClock, log, secretKey });
    try {
      await parley.prepare();
      parley.startWork();
      const projects = await withSignIn(db, userId, (token) => {
        const client = createSampleClient(parley.app, signInHeaders(config.publicUrl, token));
        return addSampleProjects(client, { ffmpeg, webhookUrl });
      });
      const result = { projects, ...(firstSignIn ? { sign_in: firstSignIn } : {}) };
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    } finally {
      await parley.close();
    }
  } finally {
    await database.close();
  }
}

/** A sign-in that exists while it is used, so that no API key remains. */
async function withSignIn<T>(db: Database, userId: string, use: (token: string) => Promise<T>): Promise<T> {
  const token = await beginSignIn(db, userId, systemClock.now());
  try {
    return await use(token);
  } finally {
    await endSignIn(db, token);
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    const isExpected = error instanceof StartError;
    process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  },
);

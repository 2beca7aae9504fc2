import { request } from 'node:http';
import { findRunningPostgres } from '@parley/embedded-postgres';
import { type HttpServerProcess, residentBytes, until } from '@parley/testing';
import { createAccount } from '../server/src/features/identity/accounts/index.ts';
import { beginSignIn, signInHeaders } from '../server/src/features/identity/sign-in/index.ts';
import { createDatabase } from '../server/src/platform/database/index.ts';

const streamsOfUser = 10;

export interface StreamsResult {
  streams: number;
  bytes: number;
  /** From a committed change until the last stream had it. */
  lastMs: number;
}

/** Opens many streams of live updates, and measures the memory that they cost and how long a change takes to all of them. */
export async function measureStreams(
  parley: HttpServerProcess,
  dataDir: string,
  streams: number,
  change: () => Promise<string>,
  workspaceId: string,
): Promise<StreamsResult> {
  const connection = await findRunningPostgres(dataDir, 'parley');
  if (!connection) throw new Error('The embedded PostgreSQL is not running.');
  const db = createDatabase({ connection, prepare: true, maxConnections: 5, onIdleError: () => {} });
  const received = new Map<number, string>();
  const open = new Set<{ destroy(): unknown }>();
  try {
    const cookies: Record<string, string>[] = [];
    for (let i = 0; i < streams / streamsOfUser; i++) {
      const account = { email: `viewer-${i}@example.com`, workspace_id: workspaceId, plan: undefined };
      const { user_id } = await createAccount(db, account as never, new Date());
      cookies.push(signInHeaders(parley.url, await beginSignIn(db, user_id, new Date())));
    }
    const before = residentBytes(parley.pid);
    await Promise.all(
      Array.from(
        { length: streams },
        (_, i) =>
          new Promise<void>((resolve, reject) => {
            const headers = cookies[Math.floor(i / streamsOfUser)];
            const sent = request(`${parley.url}/app/v1/stream`, { headers }, (response) => {
              response.on('data', (chunk: Buffer) => {
                received.set(i, (received.get(i) ?? '') + chunk);
                if (received.get(i)?.includes('event: position')) resolve();
              });
            });
            sent.on('error', reject).end();
            open.add(sent);
          }),
      ),
    );
    const bytes = residentBytes(parley.pid) - before;
    const id = await change();
    const began = performance.now();
    await until(() => [...received.values()].every((text) => text.includes(id)), 'all streams to have it');
    return { streams, bytes, lastMs: performance.now() - began };
  } finally {
    for (const one of open) one.destroy();
    await db.close();
  }
}

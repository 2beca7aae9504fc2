import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createFixtureAccount } from '../e2e/fixtures/backlog.ts';
import { startMigratedPostgres } from '../e2e/fixtures/migrated-postgres.ts';
import { startNode } from '../e2e/fixtures/start-node.ts';

/**
 * Runs Schemathesis against a real server: does the server accept what openapi.json describes, refuse what it does not,
 * and return the responses it describes? The settings are in schemathesis.toml. Further arguments go to Schemathesis.
 *
 * Needs `pip install schemathesis`; SCHEMATHESIS is the path of the program if it is not on the PATH.
 */
const postgres = await startMigratedPostgres({ durable: false });
try {
  const { key } = await createFixtureAccount(postgres.db);
  // A worker would change records between two requests of a check.
  const server = await startNode(postgres.url, { role: 'api' });
  try {
    const child = spawn(
      process.env.SCHEMATHESIS ?? 'schemathesis',
      ['run', `${server.url}/v1/openapi.json`, ...process.argv.slice(2)],
      { stdio: 'inherit', env: { ...process.env, PARLEY_KEY: key } },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
}

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@parley/testing';
import pretty from 'pino-pretty';
import { createServer, type Plugin } from 'vite';
import { stopSignal } from '../server/src/entry/stop-signal.ts';
import { StartError } from '../server/src/foundation/start-error.ts';
import { readConfig } from '../server/src/platform/config/index.ts';
import { startDevDatabase } from './dev/database.ts';
import { greeting } from './dev/greeting.ts';
import { serverPathPattern } from './dev/paths.ts';
import { type ServerProcess, startServerProcess } from './dev/server-process.ts';

/**
 * `npm run dev`: everything at one address, with the sources watched. Vite serves the browser, reloads changed
 * modules of the web application, and forwards API requests to the server, which restarts when its sources change.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const watched = ['server/src', 'server/migrations', 'server/derived.sql', 'packages'].map((name) =>
  path.join(root, name),
);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { host, port, publicUrl: address } = config;
  const database = config.databaseUrl ? undefined : await startDevDatabase(config);
  const apiPort = await freePort();
  const log = pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', destination: 2 });
  const server = startServerProcess({
    command: [process.execPath, '--enable-source-maps', 'server/launch.mjs', 'main'],
    cwd: root,
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: address,
      ...(database ? { DATABASE_URL: database.url } : {}),
    },
    log,
  });
  const vite = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    root: path.join(root, 'web'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [holdRequests(server)],
    server: {
      host,
      port,
      strictPort: true,
      // Without changeOrigin the server sees the address that the browser uses, which it compares with Origin.
      proxy: { [serverPathPattern]: { target: `http://${host}:${apiPort}`, changeOrigin: false } },
    },
  });
  // Vite would end the process at SIGTERM before the server and PostgreSQL have stopped.
  process.removeAllListeners('SIGTERM');
  // Ctrl-C also reaches the server, which then stops by itself.
  const stopped = stopSignal();
  vite.watcher.add(watched);
  vite.watcher.on('all', (_event, file) => {
    if (!isServerSource(file)) return;
    process.stdout.write(`  ${path.relative(root, file)} changed, restarting the server\n`);
    void server.restart();
  });
  try {
    await vite.listen();
    await server.whenReady();
    process.stdout.write(greeting(address, database?.signIn));
    const lost = await Promise.race([stopped, database?.lost ?? new Promise<string>(() => {})]);
    if (lost) throw new StartError(lost);
  } finally {
    await vite.close();
    await server.stop();
    await database?.stop();
  }
}

const isServerSource = (file: string) =>
  watched.some((name) => file === name || file.startsWith(`${name}${path.sep}`)) &&
  /\.(ts|mjs|sql|json)$/.test(file) &&
  !file.endsWith('.test.ts');

/** Requests that arrive during a restart wait for it instead of failing. */
function holdRequests(server: ServerProcess): Plugin {
  const isForServer = new RegExp(serverPathPattern);
  return {
    name: 'hold-requests-during-restart',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!isForServer.test(request.url ?? '')) return next();
        void server.whenReady().then((ready) => {
          if (ready) return next();
          response.writeHead(503, { 'content-type': 'text/plain' });
          response.end(
            'The server did not start. Its log says why; it starts again after the next change.\n',
          );
        });
      });
    },
  };
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  },
);

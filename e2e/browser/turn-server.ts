import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';

const executable = process.env.TURNSERVER ?? '/usr/bin/turnserver';
export const hasTurnServer = existsSync(executable);
export const turnSecret = 'a shared secret of the relay';

export const missingTurnServerMessage = `coturn was not found at ${executable}, so calls through a relay were not tested. Install it (Debian: apt-get install coturn) or set TURNSERVER to its path.`;

/** Browsers do not use the loopback interface for calls. */
const address = () =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export interface TurnServer {
  url: string;
  /** What the relay has written to its log. */
  log(): string;
  stop(): Promise<void>;
}

/** A relay (coturn) that accepts the passwords that Parley derives from the secret. */
export async function startTurnServer(): Promise<TurnServer> {
  const [folder, port] = [await mkdtemp(path.join(tmpdir(), 'parley-turn-')), await freePort()];
  const ip = address();
  const relay: ChildProcess = spawn(
    executable,
    [
      ...['-n', '--use-auth-secret', `--static-auth-secret=${turnSecret}`, '--realm=parley.test'],
      ...[`--listening-ip=${ip}`, `--relay-ip=${ip}`, `--listening-port=${port}`, '--no-tls', '--no-dtls'],
      ...[
        '--no-cli',
        '--verbose',
        '--log-file=stdout',
        `--pidfile=${folder}/pid`,
        `--userdb=${folder}/users`,
      ],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  for (const stream of [relay.stdout, relay.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return {
    url: `turn:${ip}:${port}?transport=udp`,
    log: () => text,
    async stop() {
      const ended = once(relay, 'exit');
      relay.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { freePort } from './free-port.ts';
import { type ChildProcessHandle, type ProcessOptions, startProcess } from './process.ts';
import { until } from './until.ts';

export interface HttpServerProcess extends ChildProcessHandle {
  url: string;
  /** From the start of the process until it was ready. */
  readyMs: number;
}

export interface HttpServerOptions extends ProcessOptions {
  /** The program and its arguments. */
  command: string[];
  /** Ready means status 200 at this path. With null no request is sent, and `isReady` alone decides. */
  readyPath?: string | null;
  /** A further condition, on what the process has printed. */
  isReady?(stdout: string): boolean;
  timeoutMs?: number;
}

/** Starts a server that takes its port from PORT, and waits until it is ready. */
export async function startHttpServerProcess(options: HttpServerOptions): Promise<HttpServerProcess> {
  const { command, readyPath = '/readyz', isReady = () => true, timeoutMs = 120_000 } = options;
  const [program = '', ...args] = command;
  const port = options.env?.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const started = startProcess(program, args, { ...options, env: { ...options.env, PORT: port } });
  try {
    await until(
      async () => {
        if (started.hasEnded()) throw new Error(`The server ended instead of starting: ${started.stderr()}`);
        if (!isReady(started.stdout())) return false;
        return readyPath === null || (await fetch(url + readyPath).catch(() => undefined))?.ok;
      },
      'the server to start',
      timeoutMs,
    );
  } catch (error) {
    await started.stop('SIGKILL');
    throw error;
  }
  return { ...started, url, readyMs: performance.now() - startedAt };
}

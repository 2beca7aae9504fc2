import { startParleyProcess } from '@parley/testing';

export interface RunningParley {
  url: string;
  email: string;
  password: string;
  /** For requests of a program. */
  apiKey: string;
  stop(): Promise<unknown>;
}

/** A server with a new database, and the sign-in that it printed. */
export async function startParley(env: Record<string, string> = {}): Promise<RunningParley> {
  const parley = await startParleyProcess({ env: { HOME: process.env.HOME, LOG_LEVEL: 'error', ...env } });
  if (!parley.firstSignIn) throw new Error(`The server printed no sign-in: ${parley.stdout()}`);
  return { url: parley.url, ...parley.firstSignIn, stop: () => parley.stop() };
}

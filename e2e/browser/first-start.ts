import { startParleyProcess } from '@parley/testing';

export interface RunningParley {
  url: string;
  email: string;
  password: string;
  /** For requests of a program. */
  apiKey: string;
  stop(): Promise<unknown>;
}

/** Starts a server without data, with its own PostgreSQL unless `env` names a database, and reads the sign-in that it prints. */
export async function startFirstTime(env: Record<string, string> = {}): Promise<RunningParley> {
  const parley = await startParleyProcess({ env: { HOME: process.env.HOME, LOG_LEVEL: 'error', ...env } });
  if (!parley.firstSignIn) throw new Error(`The server printed no sign-in: ${parley.stdout()}`);
  return { url: parley.url, ...parley.firstSignIn, stop: () => parley.stop() };
}

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { compose } from '../app/compose.ts';
import { openDatabase } from '../app/open-database.ts';
import { systemClock } from '../foundation/clock.ts';
import { StartError } from '../foundation/start-error.ts';
import { bootstrapWorkspace, type FirstSignIn } from '../operations/first-start.ts';
import { checkSecretKey, getSecretKey } from '../operations/secret-key.ts';
import { type Config, readConfig } from '../platform/config/index.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { stopMessage } from './stop-message.ts';
import { stopSignal } from './stop-signal.ts';

async function main(): Promise<void> {
  const config = readConfig({ ...process.env, ...(await chosenPort()) });
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const listens = config.role !== 'worker' || config.portGiven;
  // Checked first: the sign-in is printed only once, so a start that fails must not create it.
  if (listens) await listen(() => tryPort(config), config);
  const database = await openDatabase(config, log);
  try {
    const secretKey = await getSecretKey(config);
    await checkSecretKey(database.db, secretKey);
    const parley = await compose({ config, db: database.db, clock: systemClock, log, secretKey });
    await parley.prepare();
    const signIn =
      config.role === 'worker'
        ? undefined
        : await bootstrapWorkspace(database.db, config.publicUrl, systemClock.now());
    // The server listens only when the workspace exists; the banner with the sign-in follows at once.
    if (listens) await listen(() => parley.app.listen({ host: config.host, port: config.port }), config);
    parley.startWork();
    printStartupBanner(config, signIn);

    const reason = await Promise.race([stopping, database.lost]);
    if (reason) log.fatal({ event: 'server.database_lost' }, reason);
    process.stdout.write(`${stopMessage(parley.unfinished(), config.shutdownGraceMs)}\n`);
    await withGrace(parley.close(), config.shutdownGraceMs, log);
    if (reason) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

/** PORT=0 means any free port. It is chosen before composing, because links contain it. */
async function chosenPort(): Promise<{ PORT?: string }> {
  if (process.env.PORT?.trim() !== '0') return {};
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return { PORT: String(port) };
}

async function tryPort({ host, port }: Config): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  await once(probe.close(), 'close');
}

async function listen(open: () => Promise<unknown>, config: Config): Promise<void> {
  try {
    await open();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${config.port} on ${config.host} is in use: stop the process that listens there, or set PORT.`,
      );
    if (code === 'EACCES')
      throw new StartError(
        `Port ${config.port} needs more rights than this user has: set PORT to 1024 or more.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${config.host} is not an address of this machine.`);
    throw error;
  }
}

function printStartupBanner(config: Config, signIn: FirstSignIn | undefined): void {
  const lines = ['', `  Parley is running (${config.role}).`, '', `  Address   ${config.publicUrl}`];
  if (signIn) {
    lines.push(
      `  Sign in   ${signIn.email}  with the password  ${signIn.password}`,
      `  API key   ${signIn.apiKey}`,
      `  Open      ${signIn.link}  (signs in once, within a day)`,
      '',
      '  All three are shown this once. Try:',
      `  curl -H "Authorization: Bearer ${signIn.apiKey}" ${config.publicUrl}/v1/me`,
    );
  } else {
    lines.push(
      '  Docs      /docs',
      '  More keys: npm run --silent admin -- key create --email <address> --name <name>',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

async function withGrace(work: Promise<void>, graceMs: number, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ event: 'server.shutdown_incomplete', graceMs }, 'the process exits with unfinished work');
      resolve();
    }, graceMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
    else
      process.stderr.write(
        `Parley could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
      );
    process.exit(1);
  },
);

import { parseArgs } from 'node:util';
import { openDatabase } from '../app/open-database.ts';
import { AppError } from '../foundation/errors.ts';
import { StartError } from '../foundation/start-error.ts';
import { commands } from '../operations/admin-commands.ts';
import { readConfig } from '../platform/config/index.ts';
import { createLog } from '../platform/log/log.ts';

/**
 * `npm run --silent admin -- <group> <verb> --option value`: the admin command (spec §10.2). Works with a
 * running server and without one, and prints one JSON object. An error is one line on standard error.
 */
async function main(): Promise<void> {
  const [group = '', ...rest] = process.argv.slice(2);
  const single = commands.find((candidate) => candidate.name === group);
  const command = single ?? commands.find((candidate) => candidate.name === `${group} ${rest[0] ?? ''}`);
  if (!command) throw new StartError(usage());
  const values = readOptions(command.name, command.options, single ? rest : rest.slice(1));

  const config = readConfig(process.env);
  const log = createLog('error');
  const database = await openDatabase(config, log, { shareRunning: !command.alone });
  try {
    const result = await command.run({ db: database.db, config, options: values });
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    await database.close();
  }
}

function readOptions(
  name: string,
  options: Record<string, 'required' | 'optional'>,
  args: string[],
): Record<string, string> {
  const shape = Object.fromEntries(
    Object.keys(options).map((option) => [option, { type: 'string' as const }]),
  );
  let values: Record<string, string | undefined>;
  try {
    values = parseArgs({ args, options: shape, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new StartError(`${name}: ${(error as Error).message.split('\n')[0]}`);
  }
  const missing = Object.entries(options).filter(([option, need]) => need === 'required' && !values[option]);
  if (missing.length > 0)
    throw new StartError(`${name}: ${missing.map(([option]) => `--${option}`).join(', ')} is missing.`);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function usage(): string {
  const line = ({ name, options }: (typeof commands)[number]) =>
    `  ${name} ${Object.entries(options)
      .map(([option, need]) => (need === 'required' ? `--${option} …` : `[--${option} …]`))
      .join(' ')}`;
  return ['Usage: npm run --silent admin -- <command>', ...commands.map(line)].join('\n');
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof AppError)
    return error.details.map((row) => `${row.field}: ${row.message}`).join(' ') || error.message;
  return `The command failed: ${error instanceof Error ? error.message : String(error)}`;
}

import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs the tests with most of the SQL on Debian's PostgreSQL 15, the oldest that DATABASE_URL may name, in a cluster created
 * for this run. Arguments name other tests: `npm run test:postgres15 -- server/src/http`.
 */
const bin = process.env.POSTGRES15_BIN ?? '/usr/lib/postgresql/15/bin';
const tests = process.argv.slice(2);
/** Without the tests whose time goes into ffmpeg and the local models. Those use the same tables as the others. */
const defaultTests = [
  ...['coding', 'deliveries', 'engage', 'identity', 'jobs', 'projects'].map(
    (area) => `server/src/features/${area}`,
  ),
  ...['search', 'transcripts'].map((feature) => `server/src/features/sources/${feature}`),
  'server/src/platform/database',
  'tools/schema',
];
const dir = mkdtempSync(path.join(tmpdir(), 'parley-postgres15-'));

/** PostgreSQL refuses to run as root. Debian's package creates this user. */
const isRoot = process.getuid?.() === 0;
const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
if (isRoot) chownSync(dir, idOf('-u'), idOf('-g'));

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

function run(program: string, args: string[]): void {
  execFileSync(path.join(bin, program), args, { ...owner, cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
}

const data = path.join(dir, 'data');
try {
  run('initdb', [
    '-D',
    data,
    '-U',
    'parley',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
} catch {
  process.stderr.write(
    `PostgreSQL 15 is not in ${bin}: apt-get install postgresql-15, or set POSTGRES15_BIN.\n`,
  );
  rmSync(dir, { recursive: true, force: true });
  process.exit(1);
}
const settings = `-c listen_addresses='' -c unix_socket_directories=${dir} -c fsync=off -c max_connections=300`;
run('pg_ctl', ['-D', data, '-w', '-l', path.join(dir, 'log'), '-o', settings, 'start']);
try {
  const { status } = spawnSync('vitest', ['run', ...(tests.length > 0 ? tests : defaultTests)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: `postgresql://parley@localhost:5432/?host=${dir}` },
  });
  process.exitCode = status ?? 1;
} finally {
  run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
  rmSync(dir, { recursive: true, force: true });
}

import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { readRow, storeRow, useFixture } from '../test/fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
// The user nobody can't read an installation in a 0700 home, and then can't start it.
const nobodyReads =
  isRoot && succeeds('cat', [fileURLToPath(import.meta.url)]) && succeeds(process.execPath, ['-v']);

function succeeds(file: string, args: string[]): boolean {
  try {
    execFileSync(file, args, { uid: nobody, gid: nobody, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const setUp = useFixture();

describe.skipIf(!isRoot)('started by root', () => {
  test('PostgreSQL started by root without namespaces runs as a system user in a directory whose parents that user may not enter', async () => {
    const { root, dataDir, start } = await setUp();
    await chmod(root, 0o700);
    const first = await start({ forceRunAs: 'system-user' });
    await storeRow(first.connection);
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
    expect((await stat(first.connection.host)).mode & 0o777).toBe(0o700);
    await first.stop();
    const second = await start();
    expect(await readRow(second.connection)).toEqual([{ value: 42 }]);
  });

  test('changes the owner of data that was created in a namespace, when namespaces are no longer available', async () => {
    const { dataDir, start } = await setUp();
    const first = await start();
    await storeRow(first.connection);
    await first.stop();
    const second = await start({ forceRunAs: 'system-user' });
    expect(await readRow(second.connection)).toEqual([{ value: 42 }]);
    expect((await stat(join(dataDir, 'postgres', 'base'))).uid).not.toBe(0);
  });

  test("starts in another user's 0700 home", async () => {
    const { root, start } = await setUp();
    const home = join(root, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, nobody, nobody);
    const { connection } = await start({ dataDir: join(home, 'data') });
    await storeRow(connection);
  });
});

describe.skipIf(!nobodyReads)('started by an ordinary user', () => {
  const asNobody = { uid: nobody, gid: nobody };

  test('runs as that user, survives SIGKILL of the application, and root can adopt it and return it', async () => {
    const { root, dataDir, launchAndWait, start } = await setUp();
    await chown(root, nobody, nobody);
    await chown(dataDir, nobody, nobody);
    const first = await launchAndWait({ ...asNobody });
    await storeRow(first.connection);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;

    const asRoot = await start();
    expect(asRoot.adopted).toBe(true);
    await asRoot.stop();
    const again = await start();
    expect(await readRow(again.connection)).toEqual([{ value: 42 }]);
    await again.stop();

    const last = await launchAndWait({ ...asNobody });
    expect(await readRow(last.connection)).toEqual([{ value: 42 }]);
    process.kill(last.pid, 'SIGTERM');
    expect(await last.ended).toContain('stopped');
  });

  test('refuses the directory of another user, with a one-line message', async () => {
    const { root, dataDir, launch } = await setUp();
    await chmod(root, 0o755);
    await chmod(dataDir, 0o755);
    const outcome = await launch({ ...asNobody }).ready.catch(String);
    expect(outcome).toContain(`PostgresStartError: This user may not write in data directory "${dataDir}"`);
  });

  test('starts for a user without a name on this system', async () => {
    const { root, dataDir, launchAndWait } = await setUp();
    const nameless = 54_321;
    await chown(root, nameless, nameless);
    await chown(dataDir, nameless, nameless);
    const { connection } = await launchAndWait({ uid: nameless, gid: nameless });
    await storeRow(connection);
  });
});

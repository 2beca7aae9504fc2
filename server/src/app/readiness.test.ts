import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startParley } from '../../test/harness.ts';

async function readyz(env: Record<string, string>, before?: (dataDir: string) => Promise<void>) {
  const parley = await startParley({ env });
  try {
    await before?.(parley.config.dataDir);
    const { status, body } = await parley.request('GET', '/readyz');
    return { status, body };
  } finally {
    await parley.stop();
  }
}

test('returns 200 from a working server and leaves nothing in the storage', async () => {
  const parley = await startParley();
  try {
    const { status, body } = await parley.request('GET', '/readyz');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      status: 'ready',
      checks: { database: 'ok', disk: 'ok', storage: 'ok', queue: 'ok' },
    });
    expect(await parley.checkStorage()).toMatchObject({ orphans: [] });
  } finally {
    await parley.stop();
  }
});

test('returns 503 with the free space when the disk is nearly full', async () => {
  const { status, body } = await readyz({ FREE_DISK_MIB_MIN: '1000000000' });
  expect(status).toBe(503);
  expect(body.error.details).toEqual([
    {
      field: 'disk',
      message: expect.stringMatching(
        /^The disk is nearly full: \d+ MiB are free, and 1000000000 MiB are needed\.$/,
      ),
    },
    { field: 'storage', message: expect.stringContaining('it accepts no uploads') },
  ]);
});

test('returns 503 when DATA_DIR and the storage are not writable', async () => {
  const { status, body } = await readyz({}, async (dataDir) => {
    await rm(dataDir, { recursive: true });
    await writeFile(dataDir, 'not a folder');
  });
  expect(status).toBe(503);
  expect(body.error.details).toEqual([
    { field: 'disk', message: 'DATA_DIR takes no writes (ENOTDIR).' },
    { field: 'storage', message: expect.stringMatching(/^The storage takes no writes \(E[A-Z]+\)\.$/) },
  ]);
});

test('checks a storage on another disk separately', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-storage-'));
  const { status, body } = await readyz({ STORAGE_URL: `file://${folder}/files` }, async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'not a folder');
  });
  await rm(folder, { force: true });
  expect(status).toBe(503);
  expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(['storage']);
});

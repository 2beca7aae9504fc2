import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../foundation/start-error.ts';
import type { Config } from '../platform/config/index.ts';
import { type Db, sql } from '../platform/database/index.ts';

/** The master key: SECRET_KEY, or a key that is created once and stored in DATA_DIR, readable by its owner only. */
export async function getSecretKey(config: Config): Promise<string> {
  if (config.secretKey) return config.secretKey;
  const file = path.join(config.dataDir, 'secret.key');
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`Cannot read the master key ${file}: ${error.code}.`);
  });
  if (stored !== undefined) return stored.trim();
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    // Written completely, then linked under its name: if two processes start together, both read the key of the first.
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(draft);
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new StartError(
      `Cannot write the master key to ${file}: ${(error as NodeJS.ErrnoException).code}. Make DATA_DIR writable, or set SECRET_KEY.`,
    );
  }
}

/** Refuses to start with another key than before: it could not decrypt the secrets in the database. */
export async function checkSecretKey(db: Db, secretKey: string): Promise<void> {
  const fingerprint = createHash('sha256')
    .update(`parley-secret-key:${secretKey}`)
    .digest('hex')
    .slice(0, 16);
  await db.query(
    sql`insert into settings (name, value) values ('secret_key_mark', ${fingerprint}) on conflict do nothing`,
  );
  const [row] = await db.query<{ value: string }>(
    sql`select value from settings where name = 'secret_key_mark'`,
  );
  if (row?.value !== fingerprint) {
    throw new StartError(
      'SECRET_KEY is not the one this database was set up with: set it to that value, or copy secret.key into DATA_DIR.',
    );
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { StartError } from '../../foundation/start-error.ts';
import type { Manifest } from './archive-writer.ts';
import { archiveFormat, type Catalog } from './catalog.ts';

interface Entry extends AsyncIterable<unknown> {
  header: { name: string; size?: number };
}

const smallBytesMax = 64 * 1024 * 1024;

export interface ArchiveVisitor {
  begin(catalog: Catalog): Promise<void>;
  /** The entries in the order of the archive. The caller must read all bytes of each. */
  entry(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
}

const damaged = (file: string, why: string) =>
  new StartError(`The archive ${file} is damaged (${why}): nothing was restored.`);

/** Reads an archive once, from its first entry to the manifest, and verifies the checksum of every entry. */
export async function readArchive(file: string, visitor: ArchiveVisitor): Promise<Manifest> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  const tar = extract();
  for (const stream of [source, gunzip] as Readable[]) {
    stream.once('error', (error: NodeJS.ErrnoException) => tar.destroy(faultOf(file, error)));
  }
  source.pipe(gunzip).pipe(tar);

  const seen = new Map<string, string>();
  let manifest: Manifest | undefined;
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      if (manifest) throw damaged(file, 'data follows its end');
      if (seen.size === 0) {
        if (name !== 'parley-backup.json') throw new StartError(`${file} is not a backup of Parley.`);
        await visitor.begin(readHead(file, await readSmall(entry, seen)));
      } else if (name === 'manifest.json')
        manifest = JSON.parse((await readSmall(entry, seen)).toString()) as Manifest;
      else await visitor.entry(name, hashed(entry, name, seen));
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw faultOf(file, error as NodeJS.ErrnoException);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (!manifest) throw damaged(file, 'its end is missing');
  seen.delete('manifest.json');
  const names = Object.keys(manifest.sha256);
  const wrong = names.find((name) => seen.get(name) !== manifest.sha256[name]);
  if (wrong || names.length !== seen.size)
    throw damaged(file, `${wrong ?? 'an entry'} has changed since it was written`);
  return manifest;
}

function readHead(file: string, bytes: Buffer): Catalog {
  const catalog = JSON.parse(bytes.toString()) as Catalog;
  if (catalog.format === archiveFormat) return catalog;
  throw new StartError(
    `The archive ${file} was made by another version of Parley: restore it with a newer one.`,
  );
}

async function* hashed(entry: Entry, name: string, seen: Map<string, string>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  seen.set(name, hash.digest('hex'));
}

async function readSmall(entry: Entry, seen: Map<string, string>): Promise<Buffer> {
  if ((entry.header.size ?? 0) > smallBytesMax) throw new Error('an entry is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of hashed(entry, entry.header.name, seen)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function faultOf(file: string, error: NodeJS.ErrnoException): StartError | Error {
  if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EISDIR')
    return new StartError(`Cannot read the archive ${file}: ${error.code}.`);
  // An invalid value (class 22) or a violated constraint (23): a backup of Parley contains neither.
  if (/^2[23][0-9A-Z]{3}$/.test(error.code ?? '')) return damaged(file, error.message);
  // A problem of this machine and not of the archive, such as a full disk or a lost database connection.
  if (error.syscall || error.name === 'DatabaseError' || /^[0-9A-Z]{5}$/.test(error.code ?? '')) return error;
  return damaged(file, error.message);
}

import { once } from 'node:events';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { DocumentLimits } from './document-limits.ts';
import { createDocxReader } from './docx-text.ts';
import { mediaError } from './media-error.ts';

const textPart = 'word/document.xml';
const maxEntries = 10_000;

/** Returns one text per page. Reads a stream, so time and memory depend only on the unpacked size. */
export async function readDocx(path: string, limits: DocumentLimits): Promise<string[]> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw damaged();
  });
  try {
    let declared = 0;
    let entries = 0;
    let pages: string[] | undefined;
    for await (const entry of zip.eachEntry()) {
      declared += entry.uncompressedSize;
      if (declared > limits.maxUnpackedBytes || ++entries > maxEntries) throw tooLarge();
      const stream = await zip.openReadStreamPromise(entry);
      // The sizes in the directory may be wrong. Every entry is unpacked once, because the stream fails at the first byte
      // beyond the declared size.
      if (entry.fileName === textPart && !pages) pages = await readText(stream, limits);
      else await discard(stream);
    }
    if (!pages) throw damaged();
    return pages;
  } catch (error) {
    if ((error as Error).name === 'MediaError') throw error;
    throw /too many bytes/.test((error as Error).message) ? tooLarge() : damaged();
  } finally {
    zip.close();
  }
}

async function readText(stream: Readable, limits: DocumentLimits): Promise<string[]> {
  const reader = createDocxReader(limits.maxCharacters);
  const decoder = new TextDecoder();
  for await (const chunk of stream) reader.write(decoder.decode(chunk as Buffer, { stream: true }));
  reader.write(decoder.decode());
  return reader.pages();
}

async function discard(stream: Readable): Promise<void> {
  stream.resume();
  await once(stream, 'end');
}

const damaged = () =>
  mediaError('unsupported', 'The file is not a Word document that can be read, or it is damaged.');
const tooLarge = () => mediaError('too_large', 'The document unpacks to more than the server allows.');

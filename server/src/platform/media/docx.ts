import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import mammoth from 'mammoth';
import yauzl from 'yauzl';
import type { DocumentLimits } from './document-limits.ts';
import { mediaError } from './media-error.ts';

// From the private use area: no font gives it a meaning, so no text holds it.
const pageBreak = '\ue0ff';
const maxEntries = 10_000;

/**
 * One text per page. Word notes where its pages broke when it saved; where another program didn't, the author's
 * own page breaks count, and without any the document is one page.
 */
export async function readDocx(path: string, limits: DocumentLimits): Promise<string[]> {
  await checkUnpackedSize(path, limits);
  const zip = await JSZip.loadAsync(await readFile(path)).catch(() => {
    throw damaged();
  });
  const xml = await zip.file('word/document.xml')?.async('string');
  if (xml === undefined) throw damaged();
  zip.file('word/document.xml', markBreaks(xml));
  const buffer = await zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' });
  const { value } = await mammoth.extractRawText({ buffer }).catch(() => {
    throw damaged();
  });
  return value.split(pageBreak);
}

/** The raw text of mammoth has no breaks at all; a character that survives stands in for each. */
export function markBreaks(xml: string): string {
  const mark = `<w:t>${pageBreak}</w:t>`;
  const rendered = /<w:lastRenderedPageBreak\s*\/>/g;
  const authored = /<w:br\b[^>]*w:type="page"[^>]*\/>/g;
  const clean = xml.replaceAll(pageBreak, '');
  const paged = rendered.test(clean)
    ? clean.replace(rendered, mark).replace(authored, '')
    : clean.replace(authored, mark);
  return paged.replace(/<w:(?:br|cr)\b[^>]*\/>/g, '<w:t xml:space="preserve">\n</w:t>');
}

/**
 * Unpacks every entry once into nothing, before anything keeps what it unpacks: the sizes in the directory are
 * only what the sender claims. A bomb is known after `maxUnpackedBytes`, not after it went off.
 */
async function checkUnpackedSize(path: string, limits: DocumentLimits): Promise<void> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw damaged();
  });
  try {
    let claimed = 0;
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      claimed += entry.uncompressedSize;
      if (claimed > limits.maxUnpackedBytes || ++entries > maxEntries) throw tooLarge();
      const stream = await zip.openReadStreamPromise(entry);
      // A byte more than claimed ends the stream with an error.
      for await (const _chunk of stream) {
        // Only counted, by yauzl.
      }
    }
  } catch (error) {
    if ((error as Error).name === 'MediaError') throw error;
    throw /too many bytes/.test((error as Error).message) ? tooLarge() : damaged();
  } finally {
    zip.close();
  }
}

const damaged = () =>
  mediaError('unsupported', 'The file is not a Word document that can be read, or it is damaged.');
const tooLarge = () => mediaError('too_large', 'The document unpacks to more than the server allows.');

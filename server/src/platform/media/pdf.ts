import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import type { DocumentLimits } from './document-limits.ts';
import { checkPageCount } from './document-pages.ts';
import { type MediaError, mediaError } from './media-error.ts';

/** Returns one text per page. Runs only in the document process, because a PDF can require unlimited work. */
export async function readPdf(path: string, limits: DocumentLimits): Promise<string[]> {
  const bytes = await readFile(path);
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw explainPdf(error);
  });
  checkPageCount(pdf.numPages, limits);
  const texts: string[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    page.cleanup();
    characters += text.length;
    if (characters > limits.maxCharacters)
      throw mediaError('too_large', 'The document contains too much text.');
    texts.push(text);
  }
  return texts;
}

function explainPdf(error: unknown): MediaError {
  const name = (error as Error | undefined)?.name;
  if (name === 'PasswordException') return mediaError('unsupported', 'The PDF is protected by a password.');
  return mediaError('unsupported', 'The file is not a PDF that can be read, or it is damaged.');
}

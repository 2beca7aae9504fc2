import { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts';
import { toDocument } from './document-pages.ts';
import { readDocx } from './docx.ts';
import { MediaError } from './media-error.ts';
import { readPdf } from './pdf.ts';

/**
 * The program behind extract-document.ts: reads one untrusted document and writes one line of JSON. It lives
 * alone so that it can be limited and killed; it may read files, and may not write, start programs or load addons.
 */
const [, , kind, path = '', given = '{}'] = process.argv;
const limits: DocumentLimits = { ...defaultDocumentLimits, ...JSON.parse(given) };

async function answer(): Promise<unknown> {
  try {
    const texts = kind === 'pdf' ? await readPdf(path, limits) : await readDocx(path, limits);
    return { document: toDocument(texts, limits) };
  } catch (error) {
    if (error instanceof MediaError) return { fault: error.fault, message: error.message };
    return { fault: 'failed', message: 'The document could not be read.' };
  }
}

process.stdout.write(JSON.stringify(await answer()), () => process.exit(0));

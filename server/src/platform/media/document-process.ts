import { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts';
import { toDocument } from './document-pages.ts';
import { readDocx } from './docx.ts';
import { MediaError } from './media-error.ts';
import { readPdf } from './pdf.ts';

/**
 * The child process of extract-document.ts. It reads one untrusted document and writes one line of JSON. A separate
 * process can be limited and killed. It may read files, but not write them, start programs or load addons.
 */
const [, , kind, path = '', given = '{}'] = process.argv;
const limits: DocumentLimits = { ...defaultDocumentLimits, ...JSON.parse(given) };

async function readDocument(): Promise<unknown> {
  try {
    const texts = kind === 'pdf' ? await readPdf(path, limits) : await readDocx(path, limits);
    return { document: toDocument(texts, limits) };
  } catch (error) {
    if (error instanceof MediaError) return { fault: error.fault, message: error.message };
    return { fault: 'failed', message: 'The document could not be read.' };
  }
}

process.stdout.write(JSON.stringify(await readDocument()), () => process.exit(0));

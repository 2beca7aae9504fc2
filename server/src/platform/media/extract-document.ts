import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts';
import { type DocumentText, toDocument } from './document-pages.ts';
import { MediaError, type MediaFault, mediaError } from './media-error.ts';
import { runLimited } from './run-limited.ts';
import { findSandbox, programFiles } from './sandbox.ts';
import { docxType } from './sniff.ts';
import { decodeText } from './text-encoding.ts';
import { timeLimits } from './time-limits.ts';

export interface ExtractOptions {
  signal?: AbortSignal;
  limits?: Partial<DocumentLimits>;
}

/** Extracts the text of each page. `contentType` must be the detected type. Text without page breaks is one page. */
export async function extractDocument(
  path: string,
  contentType: string,
  options: ExtractOptions = {},
): Promise<DocumentText> {
  const size = (await stat(path).catch(() => undefined))?.size;
  const limits = { ...defaultDocumentLimits, timeoutMs: timeLimits.document(size ?? 0), ...options.limits };
  if (size === undefined) throw mediaError('failed', 'The file could not be opened.');
  if (size > limits.maxFileBytes)
    throw mediaError('too_large', 'The document is larger than the server allows.');
  if (options.signal?.aborted) throw mediaError('cancelled');
  if (contentType === 'application/pdf') return inProcess('pdf', path, limits, options.signal);
  if (contentType === docxType) return inProcess('docx', path, limits, options.signal);
  if (!contentType.startsWith('text/') && contentType !== 'application/x-subrip')
    throw mediaError('unsupported');
  const text = decodeText(await readFile(path));
  if (text === undefined) throw mediaError('unsupported', 'The text has an unknown encoding.');
  // In plain text, a form feed separates pages.
  return toDocument(text.split('\f'), limits);
}

async function inProcess(
  kind: 'pdf' | 'docx',
  path: string,
  limits: DocumentLimits,
  signal?: AbortSignal,
): Promise<DocumentText> {
  const heapMegabytes = Math.floor(limits.memoryBytes / 1024 / 1024 / 2);
  const result = await runLimited({
    program: process.execPath,
    args: [
      '--permission',
      '--allow-fs-read=*',
      '--no-warnings',
      `--max-old-space-size=${heapMegabytes}`,
      fileURLToPath(new URL('./document-process.ts', import.meta.url)),
      kind,
      resolve(path),
      JSON.stringify(limits),
    ],
    sandbox: await findSandbox(),
    visible: { reads: [...programFiles(), resolve(path)] },
    memoryKind: 'data',
    limits: {
      timeoutMs: limits.timeoutMs,
      memoryBytes: limits.memoryBytes,
      fileBytes: 1024 * 1024,
      // JSON needs at most six bytes for an escaped character.
      outputBytes: limits.maxCharacters * 6 + 1024 * 1024,
    },
    signal,
  });
  const extracted = parse(result.output);
  if (extracted?.document) return extracted.document;
  if (extracted?.fault) throw new MediaError(extracted.fault, extracted.message ?? '');
  // The process ended without output, nearly always because it ran out of memory.
  throw mediaError('too_large');
}

function parse(
  output: Buffer,
): { document?: DocumentText; fault?: MediaFault; message?: string } | undefined {
  try {
    return JSON.parse(output.toString());
  } catch {
    return undefined;
  }
}

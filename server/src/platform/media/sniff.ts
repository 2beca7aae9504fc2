import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import type { FileKind } from './file-kind.ts';
import { sniffText } from './sniff-text.ts';

export interface Sniffed {
  content_type: string;
  kind: FileKind;
  /** Whether a browser may display it. If false, it is always sent as an attachment. */
  inline: boolean;
}

/** Enough for every signature and for the first entries of a docx. */
export const sniffBytes = 64 * 1024;

// Maps the types of the file-type library to content types and kinds (spec §4.1).
const known: Record<string, [contentType: string, kind: FileKind]> = {
  'video/mp4': ['video/mp4', 'video'],
  'video/x-m4v': ['video/mp4', 'video'],
  'video/quicktime': ['video/quicktime', 'video'],
  'video/3gpp': ['video/3gpp', 'video'],
  'video/3gpp2': ['video/3gpp', 'video'],
  'video/webm': ['video/webm', 'video'],
  'video/matroska': ['video/matroska', 'video'],
  'video/x-matroska': ['video/matroska', 'video'],
  'audio/matroska': ['audio/matroska', 'audio'],
  'video/vnd.avi': ['video/vnd.avi', 'video'],
  'video/x-msvideo': ['video/vnd.avi', 'video'],
  'video/mp2t': ['video/mp2t', 'video'],
  'video/mpeg': ['video/mpeg', 'video'],
  'video/MP1S': ['video/mpeg', 'video'],
  'video/MP2P': ['video/mpeg', 'video'],
  'video/x-flv': ['video/x-flv', 'video'],
  'video/x-ms-asf': ['video/x-ms-asf', 'video'],
  'audio/x-ms-asf': ['audio/x-ms-asf', 'audio'],
  'application/vnd.ms-asf': ['video/x-ms-asf', 'video'],
  'video/ogg': ['video/ogg', 'video'],
  'audio/ogg': ['audio/ogg', 'audio'],
  'audio/opus': ['audio/ogg', 'audio'],
  'audio/mp4': ['audio/mp4', 'audio'],
  'audio/x-m4a': ['audio/mp4', 'audio'],
  'audio/mpeg': ['audio/mpeg', 'audio'],
  'audio/aac': ['audio/aac', 'audio'],
  'audio/wav': ['audio/wav', 'audio'],
  'audio/vnd.wave': ['audio/wav', 'audio'],
  'audio/flac': ['audio/flac', 'audio'],
  'audio/x-flac': ['audio/flac', 'audio'],
  'audio/aiff': ['audio/aiff', 'audio'],
  'audio/amr': ['audio/amr', 'audio'],
  'application/pdf': ['application/pdf', 'pdf'],
  'image/png': ['image/png', 'image'],
  'image/apng': ['image/png', 'image'],
  'image/jpeg': ['image/jpeg', 'image'],
  'image/gif': ['image/gif', 'image'],
  'image/webp': ['image/webp', 'image'],
  'image/avif': ['image/avif', 'image'],
  'image/heic': ['image/heic', 'image'],
  'image/bmp': ['image/bmp', 'image'],
  'image/tiff': ['image/tiff', 'image'],
};

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const octets: Sniffed = { content_type: 'application/octet-stream', kind: 'other', inline: false };

/**
 * Detects the type of a file by its first bytes. The name only distinguishes text formats (Markdown, CSV, plain text).
 * Files that a browser would execute (HTML, SVG) and files that are valid in two formats are `other` and never inline.
 */
export async function sniff(firstBytes: Buffer, name: string): Promise<Sniffed> {
  const bytes = firstBytes.subarray(0, sniffBytes);
  if (bytes.length === 0) return octets;
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mime = detected?.mime.split(';')[0]?.trim() ?? '';
  if (isDocx(mime, bytes)) return { content_type: docxType, kind: 'document', inline: false };
  const entry = known[mime];
  if (entry) {
    const [contentType, kind] = entry;
    if (isPolyglot(bytes, kind)) return octets;
    return { content_type: contentType, kind, inline: true };
  }
  // The library also recognizes some text formats (XML, RTF). The rules in sniffText decide about all text.
  const text = sniffText(bytes, name);
  if (text) return { ...text, inline: false };
  return mime.startsWith('text/') || !mime ? octets : { ...octets, content_type: mime };
}

export async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isDocx(mime: string, bytes: Buffer): boolean {
  if (mime === docxType) return true;
  return mime === 'application/zip' && bytes.includes('[Content_Types].xml') && bytes.includes('word/');
}

/** A real image or recording has no markup in its first bytes and no second file in its first kilobyte. */
function isPolyglot(bytes: Buffer, kind: FileKind): boolean {
  const head = bytes.subarray(0, 4096).toString('latin1').toLowerCase();
  if (/<(?:script|html|!doctype|svg|iframe|body|\?php)/.test(head)) return true;
  if (kind !== 'pdf' && head.slice(0, 1024).includes('%pdf-')) return true;
  return kind === 'image' && bytes.subarray(0, 1024).includes('PK\u0003\u0004', 0, 'latin1');
}

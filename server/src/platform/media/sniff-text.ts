import type { FileKind } from './file-kind.ts';
import { decodeText } from './text-encoding.ts';

interface SniffedText {
  content_type: string;
  kind: FileKind;
}

const document = (content_type: string): SniffedText => ({ content_type, kind: 'document' });
const other = (content_type: string): SniffedText => ({ content_type, kind: 'other' });

/** Returns undefined if the bytes are not text. Formats that a browser or ffmpeg would interpret are `other`. */
export function sniffText(bytes: Buffer, name: string): SniffedText | undefined {
  const decoded = decodeText(bytes, { partial: true });
  if (decoded === undefined || !isPrintable(decoded)) return undefined;
  const start = decoded.slice(0, 4096).trimStart();
  const lower = start.toLowerCase();
  if (/<svg[\s>]/.test(lower)) return other('image/svg+xml');
  if (
    /^<!doctype html|<(?:html|head|body|script|iframe|object|embed)[\s>]/.test(lower) &&
    !isMarkdown(name)
  ) {
    return other('text/html');
  }
  if (lower.startsWith('<?xml')) return other('application/xml');
  if (lower.startsWith('{\\rtf')) return other('application/rtf');
  if (lower.startsWith('#extm3u')) return other('application/vnd.apple.mpegurl');
  if (lower.startsWith('ffconcat')) return other('application/octet-stream');
  if (/^webvtt(?:[ \t\r\n]|$)/.test(lower)) return document('text/vtt');
  if (/^\d+\r?\n\d{1,2}:\d\d:\d\d[,.]\d{1,3} *-->/.test(start)) return document('application/x-subrip');
  if (isMarkdown(name)) return document('text/markdown');
  if (/\.csv$/i.test(name)) return document('text/csv');
  return document('text/plain');
}

const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name);

function isPrintable(text: string): boolean {
  // Text contains tab, line feed, form feed and carriage return, but no other control characters.
  return !/[^\P{Cc}\t\n\f\r\u0085]/u.test(text);
}

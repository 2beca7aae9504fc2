import { csvRow } from '../../../../foundation/csv.ts';
import { escapeVtt, tidy, tidyLines } from './cue-text.ts';
import type { PlainSegment } from './segment.ts';
import { formatClock, formatTimestamp, toMilliseconds } from './timestamps.ts';

/** Renders a transcript for `GET …/transcript/export?format=` (spec §4.9). */
export const exportFormats = ['vtt', 'srt', 'txt', 'md', 'csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportableTranscript {
  /** The name of the file, used as heading and file name. */
  name: string;
  language?: string | null;
  segments: PlainSegment[];
}

export interface TranscriptExport {
  format: ExportFormat;
  filename: string;
  content: string;
}

export function exportTranscript(transcript: ExportableTranscript, format: ExportFormat): TranscriptExport {
  return {
    format,
    filename: exportFilename(transcript.name, format),
    content: formatTranscript(transcript, format),
  };
}

export function formatTranscript(transcript: ExportableTranscript, format: ExportFormat): string {
  return writers[format](transcript);
}

const writers: Record<ExportFormat, (transcript: ExportableTranscript) => string> = {
  vtt: ({ segments }) => `WEBVTT\n\n${segments.map(vttCue).join('\n')}`,
  srt: ({ segments }) => segments.map(srtCue).join('\n'),
  txt: ({ segments }) => segments.map((s) => `${place(s)} ${tidy(s.speaker)}: ${tidy(s.text)}\n`).join(''),
  md: ({ name, segments }) => `# ${markdown(tidy(name))}\n\n${segments.map(markdownParagraph).join('\n')}`,
  csv: ({ segments }) => {
    const rows = segments.map((s) => csvRow([s.speaker, s.start_seconds, s.end_seconds, s.page, s.text]));
    // The byte order mark makes spreadsheets read the file as UTF-8.
    return `\ufeff${[csvRow(['speaker', 'start_seconds', 'end_seconds', 'page', 'text']), ...rows].join('\r\n')}\r\n`;
  },
  json: (transcript) => `${JSON.stringify(transcript, null, 2)}\n`,
};

function vttCue(segment: PlainSegment): string {
  const { start, end } = toMilliseconds(segment);
  const voice = `<v ${escapeVtt(tidy(segment.speaker))}>`;
  return `${formatTimestamp(start, '.')} --> ${formatTimestamp(end, '.')}\n${voice}${escapeVtt(tidyLines(segment.text))}\n`;
}

function srtCue(segment: PlainSegment, index: number): string {
  const { start, end } = toMilliseconds(segment);
  const times = `${formatTimestamp(start, ',')} --> ${formatTimestamp(end, ',')}`;
  return `${index + 1}\n${times}\n${tidy(segment.speaker)}: ${tidyLines(segment.text)}\n`;
}

/** The times of a document are estimates, so its page is shown instead. */
const place = (segment: PlainSegment) =>
  segment.page ? `[page ${segment.page}]` : `[${formatClock(segment.start_seconds)}]`;

const markdownParagraph = (segment: PlainSegment) =>
  `**${markdown(tidy(segment.speaker))}** ${place(segment)}\n\n${markdown(tidyLines(segment.text))}\n`;

const markdown = (text: string) =>
  text.replace(/[\\`*_[\]<>|~]/g, '\\$&').replace(/^([^\S\r\n\u2028\u2029]*)([#+-]|\d+\.)(?=\s)/gm, '$1\\$2');

/** Makes a valid file name of a name that a user typed: no folders, no control characters, limited length. */
export function exportFilename(name: string, format: ExportFormat): string {
  const stem = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
    .slice(0, 100)
    .toWellFormed();
  return `${stem || 'transcript'}.${format}`;
}

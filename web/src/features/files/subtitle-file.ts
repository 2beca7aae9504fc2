import { formatBytes } from '../../lib/format.ts';
import { texts } from './texts.ts';

export interface SubtitleFile {
  name: string;
  format: 'vtt' | 'srt';
  content: string;
}

/** The server's limit. */
const bytesMax = 20_000_000;

/** Reads a VTT or SRT file, or returns why it can’t be imported. The server parses the text. */
export async function readSubtitleFile(file: File): Promise<SubtitleFile | string> {
  const format = /\.(vtt|srt)$/i.exec(file.name)?.[1]?.toLowerCase() as SubtitleFile['format'] | undefined;
  if (!format) return texts.isNotVttOrSrt(file.name);
  if (file.size === 0) return texts.fileIsEmpty0Bytes;
  if (file.size > bytesMax)
    return texts.transcriptFileCanHaveAt(formatBytes(bytesMax), formatBytes(file.size));
  return { name: file.name.slice(0, -4) || file.name, format, content: decode(await file.arrayBuffer()) };
}

/** Most files are UTF-8; older programs write Windows-1252. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

import { formatBytes } from '../format.ts';
import { texts } from './texts.ts';

type Kind = 'recording' | 'pdf' | 'document' | 'image' | 'other';

const endings: Record<Exclude<Kind, 'other'>, string> = {
  recording:
    'mp4 m4v mov webm mkv avi mpg mpeg ogv 3gp wmv mp3 m4a wav aac flac ogg oga opus aif aiff wma caf amr',
  pdf: 'pdf',
  document: 'docx txt text md markdown vtt srt csv json html htm rtf log',
  image: 'png jpg jpeg gif webp avif heic bmp tif tiff',
};
const kinds = new Map<string, Kind>(
  Object.entries(endings).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as Kind])),
);

const gigabyte = 1024 ** 3;
/** The bytes that the server accepts of each kind. */
const limits: Record<Kind, number> = {
  recording: 20 * gigabyte,
  pdf: gigabyte / 5,
  document: gigabyte / 5,
  image: gigabyte / 5,
  other: gigabyte,
};

export interface FileFault {
  message: string;
  /** False: the user may upload the file anyway. */
  final: boolean;
}

const kindOf = (name: string, type: string): Kind => {
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  if (/^(video|audio)\//.test(type)) return 'recording';
  return kinds.get(ending) ?? (type.startsWith('text/') ? 'document' : 'other');
};

/** Whether the name or the type says that the file has sound. */
export const isRecording = ({ name, type }: { name: string; type: string }): boolean =>
  kindOf(name, type) === 'recording';

/** What speaks against an upload before a byte is sent. The server decides by the bytes. */
export function checkFile({
  name,
  size,
  type,
}: {
  name: string;
  size: number;
  type: string;
}): FileFault | undefined {
  if (size === 0) return { message: texts.emptyFile, final: true };
  const kind = kindOf(name, type);
  const limit = limits[kind];
  if (size > limit)
    return {
      message: texts.tooLarge(texts.kinds[kind], formatBytes(limit), formatBytes(size)),
      final: true,
    };
  if (kind === 'other') return { message: texts.onlyStored, final: false };
  return undefined;
}

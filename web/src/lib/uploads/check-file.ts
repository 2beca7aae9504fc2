import { formatBytes } from '../format.ts';

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
/** The server's limits by kind. */
const limits: Record<Kind, { bytes: number; text: string }> = {
  recording: { bytes: 20 * gigabyte, text: 'A recording' },
  pdf: { bytes: gigabyte / 5, text: 'A PDF' },
  document: { bytes: gigabyte / 5, text: 'A document' },
  image: { bytes: gigabyte / 5, text: 'A picture' },
  other: { bytes: gigabyte, text: 'A file of this type' },
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
  if (size === 0)
    return { message: 'This file is empty (0 bytes). Save or export it again, then upload it.', final: true };
  const kind = kindOf(name, type);
  const limit = limits[kind];
  if (size > limit.bytes)
    return {
      message: `${limit.text} can have at most ${formatBytes(limit.bytes)}; this one has ${formatBytes(size)}. Compress it or split it.`,
      final: true,
    };
  if (kind === 'other')
    return {
      message: 'Parley can’t play or transcribe files of this type. You can store it for download.',
      final: false,
    };
  return undefined;
}

import { AudioLines, File, FileText, Image, type LucideIcon, TextQuote, Video } from 'lucide-react';
import type { FileKind, ProjectFile } from '../../data/files.ts';
import { formatBytes, formatTimecode } from '../../lib/format.ts';
import { kinds } from './filter-options.ts';
import { texts } from './texts.ts';

const icons: Record<FileKind, LucideIcon> = {
  video: Video,
  audio: AudioLines,
  pdf: FileText,
  document: FileText,
  image: Image,
  other: File,
};

/** A file of subtitles is a transcript for a researcher, whatever its bytes are. */
const isSubtitles = ({ kind, name }: Pick<ProjectFile, 'kind' | 'name'>) =>
  kind === 'document' && /\.(vtt|srt)$/i.test(name);

export const kindName = (file: Pick<ProjectFile, 'kind' | 'name'>): string => {
  if (isSubtitles(file)) return texts.transcript;
  return kinds().find(({ value }) => value === file.kind)?.name ?? texts.other;
};

/** The picture of a file, or a sign of its kind. The name stands beside it. */
export function Thumbnail({ file, large = false }: { file: ProjectFile; large?: boolean }) {
  const KindIcon = isSubtitles(file) ? TextQuote : icons[file.kind];
  const shape = large ? 'aspect-video w-full' : 'h-8 w-14 rounded-sm';
  return (
    <span
      className={`flex shrink-0 items-center justify-center overflow-hidden border border-line bg-sunken text-soft ${shape} ${large ? 'border-x-0 border-t-0' : ''}`}
    >
      {file.thumbnail_url ? (
        <img
          src={file.thumbnail_url}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <KindIcon size={large ? 28 : 16} strokeWidth={1.5} aria-hidden="true" />
      )}
    </span>
  );
}

/** "12:07" for a recording, "14 pages" for a PDF, otherwise the size. */
export function formatExtent({ kind, duration_seconds, page_count, size_bytes }: ProjectFile): string {
  if (duration_seconds !== null && kind !== 'pdf') return formatTimecode(duration_seconds);
  if (page_count !== null) return texts.pages(page_count);
  return size_bytes === null ? '' : formatBytes(size_bytes);
}

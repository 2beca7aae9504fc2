import { Link } from '@tanstack/react-router';
import { AudioLines, FileText, FileVideo, Image, type LucideIcon } from 'lucide-react';
import type { File } from '../../data/file.ts';
import { LengthBadge } from '../../ui/length-badge.tsx';

const icons: Record<File['kind'], LucideIcon> = {
  video: FileVideo,
  audio: AudioLines,
  pdf: FileText,
  document: FileText,
  image: Image,
  other: FileText,
};

interface FileTileProps {
  file: File;
  detail: string;
  /** Where the link opens the recording; without it, at its beginning. */
  seconds?: number | undefined;
}

/** A file with its picture, its length and a line of text. */
export function FileTile({ file, detail, seconds }: FileTileProps) {
  const Icon = icons[file.kind] ?? FileText;
  return (
    <li className="group relative flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface p-2 transition-colors hover:border-edge">
      <div className="relative flex h-12 w-20 shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken text-soft">
        {file.thumbnail_url ? (
          <img src={file.thumbnail_url} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
        )}
        {file.duration_seconds !== null && (
          <LengthBadge seconds={file.duration_seconds} className="end-0.5 bottom-0.5" />
        )}
      </div>
      <div className="min-w-0">
        <Link
          to="/projects/$projectId/files/$fileId"
          params={{ projectId: file.project_id, fileId: file.id }}
          search={seconds ? { t: seconds } : {}}
          dir="auto"
          className="block truncate font-medium after:absolute after:inset-0 after:rounded-lg"
        >
          {file.name}
        </Link>
        <p className="truncate text-sm text-soft" dir="auto">
          {detail}
        </p>
      </div>
    </li>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { fileQuery, hasTimes } from '../../data/file.ts';
import { type Note, notesQuery, pinnedNotesQuery } from '../../data/notes.ts';
import { formatRelativeTime, formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { headingOf, snippetOf } from './note-text.ts';
import type { NotesView } from './notes-view.ts';
import { texts } from './texts.ts';

interface NoteListProps {
  projectId: string;
  view: NotesView;
  onOpen(noteId: string): void;
  onClearFilters(): void;
}

export function NoteList({ projectId, view, onOpen, onClearFilters }: NoteListProps) {
  const filter = { q: view.q ?? '', file: view.file ?? '', tag: view.tag ?? '' };
  const pinned = useQuery(pinnedNotesQuery(projectId, filter));
  const list = useInfiniteQuery(notesQuery(projectId, filter));
  if (list.isPending || pinned.isPending) return <Skeleton rows={6} label={texts.loadingTheNotes} />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (pinned.isError) return <ErrorNotice error={pinned.error} onRetry={() => void pinned.refetch()} />;
  const notes = [...pinned.data, ...list.data.pages.flatMap((page) => page.data)];
  if (notes.length === 0)
    return view.q || view.file || view.tag ? (
      <EmptyState
        title={texts.noNotesMatch}
        action={<Button onClick={onClearFilters}>{texts.clearTheFilters}</Button>}
      >
        {texts.tryAnotherWordFileOr}
      </EmptyState>
    ) : (
      <EmptyState title={texts.noNotesYet}>{texts.writeOneHereOrPress}</EmptyState>
    );
  return (
    <>
      <ul className="space-y-0.5">
        {notes.map((note) => (
          <li key={note.id} className="[contain-intrinsic-size:auto_72px] [content-visibility:auto]">
            <Item note={note} isOpen={note.id === view.note} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-3 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

function Item({ note, isOpen, onOpen }: { note: Note; isOpen: boolean; onOpen(noteId: string): void }) {
  const file = useQuery({
    ...fileQuery(note.file_id ?? ''),
    enabled: note.file_id !== null && !note.source_deleted,
    staleTime: 60_000,
  });
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => onOpen(note.id)}
      className="block w-full rounded-md px-3 py-2 text-start hover:bg-sunken aria-[current]:bg-sunken"
    >
      <span className="flex items-center gap-1.5">
        {note.pinned && (
          <Pin
            size={14}
            strokeWidth={1.75}
            role="img"
            aria-label={texts.pinned}
            className="shrink-0 text-soft"
          />
        )}
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {headingOf(note)}
        </span>
      </span>
      <span dir="auto" className="line-clamp-1 text-sm text-soft">
        {snippetOf(note)}
      </span>
      <span className="mt-1 flex items-center gap-x-1 text-xs text-soft">
        {file.data && (
          <>
            <bdi className="min-w-0 truncate">{file.data.name}</bdi>
            <span aria-hidden="true">·</span>
          </>
        )}
        <span className="shrink-0">
          {[
            note.start_seconds !== null && file.data && hasTimes(file.data)
              ? texts.at(formatTimecode(note.start_seconds))
              : null,
            formatRelativeTime(note.updated_at),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </button>
  );
}

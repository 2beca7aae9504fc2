import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Scissors, StickyNote, X } from 'lucide-react';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { taggedCardTitlesQuery, taggedNotesQuery } from '../../data/tagged-titles.ts';
import { type Tagging, useDeleteTagging, useRestoreTagging } from '../../data/taggings.ts';
import { formatNumber, humanize } from '../../lib/format.ts';
import { deletion } from '../../lib/undo-stack.ts';
import { IconButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { FileName, MomentLink, SpanPlayer, TurnList, useMomentTime } from '../media/index.ts';
import { headingOf } from '../notes/index.ts';
import { groupByFile } from './group-by-file.ts';
import { texts } from './texts.ts';
import { usePassageTurns } from './use-passage-turns.ts';
import { failureText } from './use-tag-actions.ts';

interface HighlightGroupsProps {
  projectId: string;
  highlights: Tagging[];
  /** Whether all are loaded, so that their number is known. */
  isComplete: boolean;
}

export function HighlightGroups({ projectId, highlights, isComplete }: HighlightGroupsProps) {
  const canEdit = canWrite(useMe());
  const toast = useToast();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const onFailed = (error: Error) => {
    setHidden(new Set());
    toast({ text: failureText(error) });
  };
  const restore = useRestoreTagging(projectId);
  const { add, ids } = useUndo();
  const remove = useDeleteTagging(projectId, onFailed);
  const removeWithUndo = (tagging: Tagging) => {
    setHidden((before) => new Set([...before, tagging.id]));
    const removed = recordOf(tagging) ? texts.tagRemoved : texts.highlightRemoved;
    const restored = recordOf(tagging) ? texts.tagIsBack : texts.highlightIsBack;
    add(
      remove.mutateAsync(tagging.id).then(() => ({
        done: removed,
        undone: restored,
        redone: removed,
        ...deletion(ids, tagging.id, {
          create: () => restore.mutateAsync(tagging),
          remove: (id) => remove.mutateAsync(id),
        }),
      })),
    );
  };

  return groupByFile(highlights.filter(({ id }) => !hidden.has(id))).map(({ fileId, items }) => (
    <section key={fileId ?? 'other'} className="border-t border-line py-4">
      <h2 className="mb-3 flex flex-wrap items-baseline gap-x-2 font-medium">
        {fileId ? (
          <MomentLink
            projectId={projectId}
            fileId={fileId}
            seconds={null}
            className="min-w-0 underline-offset-4 hover:underline"
          >
            <FileName fileId={fileId} />
          </MomentLink>
        ) : (
          texts.notesCardsAndOtherRecords
        )}
        <span className="text-sm font-normal text-soft">
          {isComplete ? texts.uses(items.length) : texts.shown(formatNumber(items.length))}
        </span>
      </h2>
      <ul className="space-y-3">
        {items.map((tagging) => (
          <li key={tagging.id}>
            <Highlight
              projectId={projectId}
              tagging={tagging}
              {...(canEdit ? { onRemove: () => removeWithUndo(tagging) } : {})}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface HighlightProps {
  projectId: string;
  tagging: Tagging;
  /** Left out for a viewer. */
  onRemove?: () => void;
}

function Highlight({ projectId, tagging, onRemove }: HighlightProps) {
  const { file_id, start_seconds, end_seconds, quote } = tagging;
  const { turns, hasOneSpeaker } = usePassageTurns(tagging);
  const record = recordOf(tagging);
  const time = useMomentTime(file_id, start_seconds);
  return (
    <figure className={`min-w-0 ${quote ? 'space-y-1.5' : 'flex items-center gap-2'}`}>
      {quote ? (
        <blockquote dir="auto" className="max-w-prose font-serif text-md">
          {hasOneSpeaker ? `“${quote}”` : turns.length > 1 ? <TurnList turns={turns} /> : quote}
        </blockquote>
      ) : (
        <RecordLink projectId={projectId} tagging={tagging} />
      )}
      {(tagging.speaker || start_seconds !== null || tagging.detached || onRemove) && (
        <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          {file_id && start_seconds !== null && end_seconds !== null && (
            <SpanPlayer
              fileId={file_id}
              startSeconds={start_seconds}
              endSeconds={end_seconds}
              label={quote ?? texts.theHighlight}
            />
          )}
          {quote && <MarkedRecord projectId={projectId} tagging={tagging} />}
          {tagging.speaker && hasOneSpeaker && <span dir="auto">{tagging.speaker}</span>}
          {file_id && start_seconds !== null && (
            <MomentLink projectId={projectId} fileId={file_id} seconds={start_seconds}>
              {time ? texts.openAt(time) : texts.open}
            </MomentLink>
          )}
          {tagging.detached && <span>{texts.transcriptNoLongerContainsThese}</span>}
          {onRemove && (
            <IconButton
              label={record ? texts.removeTagFrom[record] : texts.removeTheHighlight}
              onClick={onRemove}
            >
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </figcaption>
      )}
    </figure>
  );
}

/** What the tag is removed from, if that is not a highlight. */
function recordOf({ target_type, start_seconds }: Tagging) {
  if (target_type === 'segment') return undefined;
  return target_type === 'file' && start_seconds !== null ? undefined : target_type;
}

/** Says that the words are those of a clip or of a note, and opens it. */
function MarkedRecord({ projectId, tagging: { target_type, target_id } }: Omit<HighlightProps, 'onRemove'>) {
  const link = 'inline-flex items-center gap-1 text-accent underline-offset-4 hover:underline';
  if (target_type === 'clip')
    return (
      <Link
        to="/projects/$projectId/clips"
        params={{ projectId }}
        search={{ clip: target_id }}
        className={link}
      >
        <Scissors size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.clip}
      </Link>
    );
  if (target_type === 'note')
    return (
      <Link
        to="/projects/$projectId/notes"
        params={{ projectId }}
        search={{ note: target_id }}
        className={link}
      >
        <StickyNote size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.note}
      </Link>
    );
  return null;
}

/** A tag on a whole record instead of a passage. */
function RecordLink({ projectId, tagging }: { projectId: string; tagging: Tagging }) {
  const link = 'min-w-0 truncate text-accent underline-offset-4 hover:underline';
  const { tag_id, target_type, target_id, file_id } = tagging;
  const cards = useQuery({ ...taggedCardTitlesQuery(projectId, tag_id), enabled: target_type === 'card' });
  const notes = useQuery({ ...taggedNotesQuery(projectId, tag_id), enabled: target_type === 'note' });
  if (target_type === 'card') {
    return (
      <Link
        to="/projects/$projectId/board"
        params={{ projectId }}
        search={{ card: target_id }}
        dir="auto"
        className={link}
      >
        {cards.data?.get(target_id) ?? texts.cardOnTheBoard}
      </Link>
    );
  }
  if (target_type === 'note') {
    const note = notes.data?.get(target_id);
    return (
      <Link
        to="/projects/$projectId/notes"
        params={{ projectId }}
        search={{ note: target_id }}
        dir="auto"
        className={link}
      >
        {note ? headingOf(note) : texts.note}
      </Link>
    );
  }
  if (file_id && (target_type === 'file' || target_type === 'segment')) {
    return (
      <MomentLink projectId={projectId} fileId={file_id} seconds={tagging.start_seconds}>
        {target_type === 'file' ? texts.theWholeFile : texts.aPassageWithoutWords}
      </MomentLink>
    );
  }
  return <p className="text-soft">{humanize(target_type)}</p>;
}

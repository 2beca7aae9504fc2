import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { membersQuery } from '../../data/members.ts';
import {
  oldTranscriptQuery,
  type Revision,
  revisionsQuery,
  transcriptQuery,
  useRevertTranscript,
} from '../../data/transcript.ts';
import { failureReason } from '../../lib/errors.ts';
import { formatRelativeTime, formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Diff } from './conflict-dialog.tsx';
import { texts } from './history-texts.ts';
import { diffSegments, type SegmentDiff } from './model/word-diff.ts';
import { useUndoableChange } from './use-undoable-change.ts';

export interface HistoryProps {
  fileId: string;
  /** The words of a text or of subtitles were read, not transcribed. */
  hasRecording: boolean;
}

/** The revisions of a transcript: who changed what and when, what is different now, and a way back. */
export function TranscriptHistory({ fileId, hasRecording }: HistoryProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    revisionsQuery(fileId),
  );
  const { data: members } = useInfiniteQuery(membersQuery);
  const [open, setOpen] = useState<number | null>(null);
  const names = useMemo(
    () => new Map(members?.pages.flatMap((page) => page.data.map(({ id, name }) => [id, name]))),
    [members],
  );
  if (!data)
    return error ? (
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton label={texts.loading} />
    );
  const nameOf = (action: Revision['action']) =>
    texts.actions[action === 'transcribe' && !hasRecording ? 'import' : action];
  const revisions = data.pages.flatMap((page) => page.data);
  if (revisions.length === 0) return <p className="py-4 text-soft">{texts.empty}</p>;
  return (
    <>
      <ol className="divide-y divide-line">
        {revisions.map((revision, index) => (
          <li key={revision.revision} className="py-2">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                <span className="font-medium">{nameOf(revision.action)}</span>{' '}
                <span className="text-soft">{texts.version(revision.revision)}</span>
              </span>
              <time dateTime={revision.created_at} className="shrink-0 text-sm text-soft">
                {formatRelativeTime(revision.created_at)}
              </time>
            </div>
            <div className="flex items-center justify-between gap-3 text-sm text-soft">
              <span className="min-w-0 truncate" dir="auto">
                {revision.created_by === null
                  ? 'Parley'
                  : (names.get(revision.created_by) ?? texts.formerMember)}
              </span>
              {index === 0 ? (
                <span>{texts.current}</span>
              ) : (
                <Button
                  variant="bare"
                  aria-expanded={open === revision.revision}
                  onClick={() => setOpen(open === revision.revision ? null : revision.revision)}
                  className="-me-2 text-sm"
                >
                  {open === revision.revision ? texts.hideChanges : texts.compare}
                </Button>
              )}
            </div>
            {open === revision.revision && <Changes fileId={fileId} revision={revision.revision} />}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-2 w-full">
          {texts.loadMore}
        </Button>
      )}
    </>
  );
}

/** Longer lists of changes are cut: the restored text is the same. */
const diffsMax = 30;

function Changes({ fileId, revision }: { fileId: string; revision: number }) {
  const { data: old, error, refetch } = useQuery(oldTranscriptQuery(fileId, revision));
  const { data: current } = useQuery(transcriptQuery(fileId));
  const revert = useRevertTranscript(fileId);
  const undoable = useUndoableChange(fileId);
  const toast = useToast();
  const editable = canWrite(useMe());
  const diffs = useMemo(
    () => (old && current ? diffSegments(old.segments, current.segments) : undefined),
    [old, current],
  );
  if (!diffs || !current)
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton rows={1} />;

  const restore = async () => {
    const change = { name: texts.returnTo(revision), done: texts.restored(revision) };
    try {
      await undoable(change, () => revert.mutateAsync(revision)).result;
    } catch (failure) {
      toast({ text: texts.notRestored(failureReason(failure)) });
    }
  };

  return (
    <div className="mt-2 space-y-3">
      <p className="text-sm text-soft">
        {diffs.length === 0 ? texts.sameText : texts.changedSince(diffs.length)}
      </p>
      {diffs.slice(0, diffsMax).map((diff) => (
        <SegmentChange key={diff.id} diff={diff} hasTimes={current.time_basis === 'media'} />
      ))}
      {diffs.length > diffsMax && (
        <p className="text-sm text-soft">{texts.moreChanged(diffs.length - diffsMax)}</p>
      )}
      {editable && diffs.length > 0 && (
        <Button busy={revert.isPending} onClick={() => void restore()}>
          {texts.restore}
        </Button>
      )}
    </div>
  );
}

function SegmentChange({ diff, hasTimes }: { diff: SegmentDiff; hasTimes: boolean }) {
  const isRenamed = diff.speakerBefore !== null && diff.speakerBefore !== diff.speakerAfter;
  return (
    <div>
      <p className="mb-1 text-xs text-soft">
        {hasTimes && `${formatTimecode(diff.startSeconds)} · `}
        <bdi>
          {isRenamed && diff.speakerAfter !== null
            ? `${diff.speakerBefore} → ${diff.speakerAfter}`
            : (diff.speakerAfter ?? diff.speakerBefore)}
        </bdi>
      </p>
      <Diff before={diff.before ?? ''} after={diff.after ?? ''} />
    </div>
  );
}

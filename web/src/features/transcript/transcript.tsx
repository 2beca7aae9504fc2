import './transcript.css';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useMemo, useState } from 'react';
import { materialQuery } from '../../data/material.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { prefetched } from '../../data/prefetched.ts';
import { tagsQuery } from '../../data/tags.ts';
import { transcriptQuery, wordTimesQuery } from '../../data/transcript.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { type TranscriptAction, type TranscriptContext, TranscriptProvider } from './context.ts';
import { listOf } from './model/selection.ts';
import type { Playback } from './playback.ts';
import { PrintView } from './print-view.tsx';
import { texts } from './texts.ts';
import { type TranscriptHandle, TranscriptList } from './transcript-list.tsx';
import { TranscriptSkeleton } from './transcript-skeleton.tsx';

interface TranscriptProps {
  fileId: string;
  projectId: string;
  /** For copied quotes and printing. */
  fileName: string;
  playback: Playback;
  hasRecording: boolean;
  /** Only highlights of these tags are shown; all without it. */
  visibleTagIds?: ReadonlySet<string> | null;
  onAction?(action: TranscriptAction): void;
  ref?: Ref<TranscriptHandle>;
}

const ignoreAction = () => {};

/** The transcript of a file. It fills its parent, which needs a height, and scrolls by itself. */
export function Transcript({
  fileId,
  projectId,
  fileName,
  playback,
  hasRecording,
  visibleTagIds = null,
  onAction = ignoreAction,
  ref,
}: TranscriptProps) {
  const { data: transcript, error, refetch } = useQuery({ ...transcriptQuery(fileId), ...prefetched });
  const { data: material } = useQuery({ ...materialQuery(fileId), ...prefetched });
  const { data: tags } = useQuery({ ...tagsQuery(projectId), ...prefetched });
  const isLoaded = useIdle(transcript !== undefined);
  const { data: words } = useQuery({
    ...wordTimesQuery(fileId),
    enabled: isLoaded && transcript?.time_basis === 'media',
  });
  const editable = canWrite(useMe());

  const context = useMemo<TranscriptContext | undefined>(
    () =>
      transcript && {
        projectId,
        fileId,
        fileName,
        transcript,
        list: listOf(transcript.segments),
        playback,
        hasRecording,
        editable,
        wordsOf: (segmentId) => words?.get(segmentId),
        onAction,
      },
    [projectId, fileId, fileName, transcript, playback, hasRecording, editable, words, onAction],
  );
  const tagById = useMemo(() => new Map(tags?.map((tag) => [tag.id, tag])), [tags]);
  const taggings = useMemo(
    () =>
      (material?.taggings ?? []).filter(({ tag_id }) => visibleTagIds === null || visibleTagIds.has(tag_id)),
    [material, visibleTagIds],
  );

  if (!context) {
    if (error)
      return (
        <div className="p-4">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      );
    return <TranscriptSkeleton />;
  }
  if (context.list.segments.length === 0)
    return <EmptyState title={texts.noWords}>{texts.noText}</EmptyState>;
  return (
    <TranscriptProvider value={context}>
      <TranscriptList key={fileId} taggings={taggings} tags={tagById} handle={ref} />
      <PrintView />
    </TranscriptProvider>
  );
}

/** True some time after `ready`, when the browser has nothing more urgent to do. */
function useIdle(ready: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => setIdle(true), 1_000);
    return () => clearTimeout(timer);
  }, [ready]);
  return isIdle;
}

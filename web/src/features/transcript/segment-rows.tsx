import { isNamedInterviewer } from '@parley/transcript-text';
import { useMemo } from 'react';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useTranscript } from './context.ts';
import { SegmentEditor } from './segment-editor.tsx';
import { type RowEvents, SegmentRow } from './segment-row.tsx';
import { useCommentCounts } from './use-comment-counts.ts';
import type { EditingState } from './use-editing.ts';
import { useHighlights } from './use-highlights.ts';
import type { Rows } from './use-rows.ts';

interface SegmentRowsProps {
  rows: Rows;
  taggings: readonly Tagging[];
  tags: ReadonlyMap<string, Tag>;
  /** The row to which Tab leads. */
  tabbableIndex: number;
  editing: EditingState;
  events: RowEvents;
}

const noSpans: never[] = [];

/** The rows near the screen. */
export function SegmentRows({ rows, taggings, tags, tabbableIndex, editing, events }: SegmentRowsProps) {
  const { transcript, list, hasRecording, editable } = useTranscript();
  const { segments } = list;
  const { editor } = editing;
  const isMedia = transcript.time_basis === 'media';
  const spans = useHighlights(list, taggings);
  const commentCounts = useCommentCounts(taggings);
  const interviewers = useMemo(
    () => new Set(transcript.speakers.filter(isNamedInterviewer).map(({ id }) => id)),
    [transcript.speakers],
  );
  const showsLabels = useMediaQuery('(min-width: 1280px)');
  return rows.items.map(({ index, start }) => {
    const segment = segments[index];
    if (!segment) return null;
    return (
      <SegmentRow
        key={segment.id}
        segment={segment}
        index={index}
        count={segments.length}
        top={start}
        spans={spans.get(segment.id) ?? noSpans}
        tags={tags}
        tabbable={index === tabbableIndex}
        editable={editable}
        showsPages={!isMedia}
        plays={hasRecording}
        showsSpeaker={isMedia || transcript.speakers.length > 1}
        isInterviewer={interviewers.has(segment.speaker_id)}
        showsLabels={showsLabels}
        hasDraft={editing.drafts.has(segment.id)}
        commentCount={commentCounts.get(segment.id) ?? 0}
        editor={
          editor?.segmentId === segment.id ? (
            <SegmentEditor
              key={`${segment.id} ${editor.version}`}
              editor={editor}
              editing={editing}
              speaker={segment.speaker}
              onClosed={() => rows.focus(index)}
            />
          ) : null
        }
        events={events}
        attach={rows.attach}
      />
    );
  });
}

import { MessageSquare, Pencil } from 'lucide-react';
import { memo, type ReactNode, useCallback } from 'react';
import type { Tag } from '../../data/tags.ts';
import { isPending, type Segment } from '../../data/transcript.ts';
import { formatTimecode } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { commentTexts } from '../comments/index.ts';
import { MarginLabels } from './margin-labels.tsx';
import type { Span } from './model/highlights.ts';
import { SegmentText } from './segment-text.tsx';
import { texts } from './texts.ts';

export interface RowEvents {
  onTime(index: number): void;
  onSpeaker(index: number, button: HTMLElement): void;
  onEdit(index: number): void;
  onComments(index: number): void;
  onHighlights(taggingIds: string[], label: HTMLElement): void;
}

interface SegmentRowProps {
  segment: Segment;
  index: number;
  count: number;
  /** Offset from the top of the list, in pixels. */
  top: number;
  spans: readonly Span[];
  tags: ReadonlyMap<string, Tag>;
  /** Whether Tab leads to this row. */
  tabbable: boolean;
  editable: boolean;
  /** Documents have pages instead of times. */
  showsPages: boolean;
  /** Whether the time plays the recording. Subtitles have times without a recording. */
  plays: boolean;
  /** A document without speakers has one that says nothing. */
  showsSpeaker: boolean;
  isInterviewer: boolean;
  /** Whether the margin has room for the names of tags. */
  showsLabels: boolean;
  hasDraft: boolean;
  /** Open comments about the segment. */
  commentCount: number;
  /** The text field while the row is edited. */
  editor: ReactNode;
  events: RowEvents;
  /** For the element of the row. Returns what to do when it is removed. */
  attach(segmentId: string, element: HTMLElement): () => void;
}

const noSpans: readonly Span[] = [];
const onHover =
  'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100';
/** Beside labels, which are cut to make room for the buttons. */
const onRowHover =
  'hidden! group-hover:inline-flex! group-focus-within:inline-flex! pointer-coarse:inline-flex!';
/** A finger needs 44 px, but the buttons are in one line with the text. */
const touchArea =
  "relative pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5 pointer-coarse:after:content-['']";

export const SegmentRow = memo(function SegmentRow({
  segment,
  index,
  count,
  top,
  spans = noSpans,
  tags,
  tabbable,
  editable,
  showsPages,
  plays,
  showsSpeaker,
  isInterviewer,
  showsLabels,
  hasDraft,
  commentCount,
  editor,
  events,
  attach,
}: SegmentRowProps) {
  const time = formatTimecode(segment.start_seconds);
  const hasLabels = showsLabels && spans.length > 0;
  const hover = hasLabels ? onRowHover : onHover;
  const attachRow = useCallback(
    (element: HTMLElement | null) => (element ? attach(segment.id, element) : undefined),
    [attach, segment.id],
  );
  return (
    <li
      ref={attachRow}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-busy={isPending(segment) || undefined}
      data-index={index}
      tabIndex={tabbable ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
      className={`group absolute inset-x-0 top-0 grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-2 rounded-lg px-2 py-1.5 outline-offset-[-2px] aria-[current]:bg-sunken ${showsSpeaker ? 'sm:grid-cols-[3.5rem_7rem_minmax(0,1fr)_4rem] xl:grid-cols-[3.5rem_6.5rem_minmax(0,1fr)_8rem]' : 'sm:grid-cols-[3.5rem_0_minmax(0,1fr)_4rem] xl:grid-cols-[3.5rem_0_minmax(0,1fr)_8rem]'}`}
    >
      <button
        type="button"
        tabIndex={-1}
        disabled={showsPages && segment.page === null}
        aria-label={
          showsPages ? texts.showPage(segment.page) : plays ? texts.playFrom(time) : texts.mark(time)
        }
        // Space plays and pauses, even after a click on a time. Some browsers press a button when the key comes up.
        data-leaves-space={showsPages ? undefined : ''}
        onKeyUp={(event) => {
          if (event.key === ' ' && !showsPages) event.preventDefault();
        }}
        onClick={() => events.onTime(index)}
        className={`${touchArea} h-6 justify-self-start rounded-sm max-sm:row-start-1 ${showsSpeaker ? 'max-sm:col-start-2' : ''} font-mono text-xs text-soft tabular-nums select-none hover:text-accent hover:underline`}
      >
        {showsPages ? segment.page !== null && texts.page(segment.page) : time}
      </button>
      {showsSpeaker && (
        <button
          type="button"
          tabIndex={-1}
          disabled={!editable}
          aria-haspopup={editable ? 'dialog' : undefined}
          aria-label={editable ? texts.speakerButton(segment.speaker) : undefined}
          onClick={(event) => events.onSpeaker(index, event.currentTarget)}
          className={`${touchArea} h-6 max-w-full min-w-0 justify-self-start rounded-sm max-sm:col-start-1 max-sm:row-start-1 text-start text-sm select-none enabled:hover:underline ${isInterviewer ? 'text-soft' : 'font-semibold text-ink'}`}
        >
          <bdi className="block truncate">{segment.speaker}</bdi>
        </button>
      )}
      <div className="col-span-3 row-start-2 min-w-0 sm:col-span-1 sm:col-start-3 sm:row-start-1">
        {editor ?? <SegmentText segmentId={segment.id} text={segment.text} spans={spans} tags={tags} />}
        {hasDraft && !editor && (
          <button
            type="button"
            onClick={() => events.onEdit(index)}
            className="mt-1 rounded-sm bg-danger-wash px-1.5 text-sm font-medium text-danger underline underline-offset-2"
          >
            {texts.continueEditing}
          </button>
        )}
      </div>
      {!editor && (
        <div className="col-start-3 row-start-1 -my-1 flex justify-end self-start pointer-coarse:-my-2.5 sm:col-start-4">
          {hasLabels && (
            <MarginLabels segmentId={segment.id} spans={spans} tags={tags} onOpen={events.onHighlights} />
          )}
          {(editable || commentCount > 0) && (
            <IconButton
              label={commentCount > 0 ? commentTexts.toComments(commentCount) : commentTexts.commentHere}
              tabIndex={-1}
              onClick={() => events.onComments(index)}
              className={commentCount > 0 ? 'gap-0.5 text-accent' : hover}
            >
              <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
              {commentCount > 0 && <span className="text-xs tabular-nums">{commentCount}</span>}
            </IconButton>
          )}
          {editable && (
            <IconButton
              label={texts.editText}
              tabIndex={-1}
              onClick={() => events.onEdit(index)}
              className={hover}
            >
              <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </li>
  );
});

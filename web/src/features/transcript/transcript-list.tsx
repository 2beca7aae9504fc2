import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { useTranscript } from './context.ts';
import { FindBar } from './find-bar.tsx';
import { useListKeys } from './list-keys.ts';
import { ListPopovers, type OpenPopover } from './list-popovers.tsx';
import { clickedWord } from './model/selection.ts';
import { selectedWords } from './model/word-bounds.ts';
import { segmentAt, timeAt } from './model/word-times.ts';
import { OrphanDrafts } from './orphan-drafts.tsx';
import { clearPaint, paintMatches, paintSelection, rangesOf } from './paint.ts';
import { SegmentEditor } from './segment-editor.tsx';
import { type RowEvents, SegmentRow } from './segment-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useClicks } from './use-clicks.ts';
import { useEditing } from './use-editing.ts';
import { useFind } from './use-find.ts';
import { useHighlights } from './use-highlights.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useUndo } from './use-undo.ts';

/** What the page around the transcript can ask of it. */
export interface TranscriptHandle {
  openFind(): void;
  showTime(seconds: number): void;
  showSegment(segmentId: string): void;
}

interface TranscriptListProps {
  taggings: readonly Tagging[];
  tags: ReadonlyMap<string, Tag>;
  handle: Ref<TranscriptHandle> | undefined;
}

const noSpans: never[] = [];

export function TranscriptList({ taggings, tags, handle }: TranscriptListProps) {
  const context = useTranscript();
  const { fileId, transcript, list, playback, editable, wordsOf, onAction } = context;
  const { segments } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLUListElement>(null);
  const isMedia = transcript.time_basis === 'media';

  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [popover, setPopover] = useState<OpenPopover | null>(null);
  const selected = useSelection(list, root);
  const passage = useMemo(
    () => (selected.selection ? selectedWords(list, selected.selection) : undefined),
    [list, selected.selection],
  );
  const clearSelection = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    selected.set(null);
  }, [selected.set]);
  const { undoLast, redoLast } = useUndo(fileId);
  const editing = useEditing(undoLast);
  const { editor } = editing;

  const focusedIndex = Math.max(focusedId === null ? 0 : (list.indexOf.get(focusedId) ?? 0), 0);
  const pinned = useMemo(() => {
    const { anchor, focus } = selected.selection ?? {};
    return [focusedId, editor?.segmentId, anchor?.segmentId, focus?.segmentId].flatMap((id) =>
      id == null ? [] : (list.indexOf.get(id) ?? []),
    );
  }, [list, focusedId, editor, selected.selection]);

  const markActive = useRef<(id: string, element: HTMLElement) => void>(() => {});
  const onRendered = useCallback((id: string, element: HTMLElement) => markActive.current(id, element), []);
  const rows = useRows({ segments, scroller, pinned, onRendered });
  const active = useActiveRow({
    playback,
    segments,
    scroller,
    rows: rows.elements,
    scrollTo: rows.scrollTo,
    enabled: isMedia,
  });
  markActive.current = active.mark;
  const rendered = rows.items.map(({ index }) => index);

  const find = useFind(list, {
    firstVisible: () => rows.virtualizer.range?.startIndex ?? 0,
    show: (index) => {
      active.stopFollowing();
      rows.scrollTo(index);
    },
  });

  const spans = useHighlights(list, taggings);

  const renderedNow = useRef(rendered);
  renderedNow.current = rendered;
  const getRanges = useCallback(
    () => (root.current && passage ? rangesOf(root.current, list, passage, renderedNow.current) : []),
    [list, passage],
  );
  useLayoutEffect(() => {
    paintSelection(getRanges());
    if (root.current) paintMatches(root.current, list, find.matches, find.current, rendered);
  });
  useEffect(() => clearPaint, []);
  // Rendering may replace the text nodes that the browser's selection refers to.
  useLayoutEffect(() => {
    if (!selected.dragging) selected.restore();
  });

  const seek = useCallback(
    (seconds: number, play = false) => {
      active.noteOwnJump();
      playback.seek(seconds, play);
    },
    [active.noteOwnJump, playback],
  );
  const edit = (index: number) => {
    const segment = segments[index];
    if (!editable || !segment) return;
    clearSelection();
    editing.open(segment);
  };
  const latest = useRef({ segments, seek, edit });
  latest.current = { segments, seek, edit };
  const events = useMemo<RowEvents>(
    () => ({
      onTime(index) {
        const segment = latest.current.segments[index];
        if (!segment) return;
        if (isMedia) latest.current.seek(segment.start_seconds, true);
        else if (segment.page !== null) onAction({ type: 'page-opened', page: segment.page });
      },
      onSpeaker(index, anchor) {
        const segmentId = latest.current.segments[index]?.id;
        if (segmentId) setPopover({ kind: 'speaker', segmentId, anchor });
      },
      onEdit: (index) => latest.current.edit(index),
    }),
    [isMedia, onAction],
  );

  const clicks = useClicks({
    isSelecting: passage !== undefined,
    onWord({ segmentId, character }) {
      const segment = segments[list.indexOf.get(segmentId) ?? -1];
      if (segment && isMedia) seek(timeAt(segment, clickedWord(segment.text, character), wordsOf(segmentId)));
    },
    onHighlights: (taggingIds, anchor) => setPopover({ kind: 'highlights', taggingIds, anchor }),
  });
  const onKeyDown = useListKeys({
    list,
    selected,
    focusedIndex,
    focus: (index) => {
      active.stopFollowing();
      rows.focus(index);
    },
    scrollTo: (index) => rows.scrollTo(index, 'auto'),
    edit,
  });
  useShortcuts([
    {
      keys: '$mod+f',
      label: 'Find in the transcript',
      group: 'Transcript',
      run: find.open,
      whileTyping: true,
    },
    ...(editable
      ? [
          { keys: '$mod+z', label: 'Undo your last change', group: 'Transcript', run: undoLast },
          { keys: '$mod+Shift+z', label: 'Redo an undone change', group: 'Transcript', run: redoLast },
        ]
      : []),
  ]);
  useImperativeHandle(handle, () => ({
    openFind: find.open,
    showTime: (seconds) => rows.scrollTo(Math.max(segmentAt(segments, seconds), 0)),
    showSegment: (segmentId) => rows.focus(list.indexOf.get(segmentId) ?? 0),
  }));

  const interviewers = useMemo(
    () =>
      new Set(transcript.speakers.flatMap(({ id, role, label }) => (isInterviewer(role, label) ? [id] : []))),
    [transcript.speakers],
  );
  const editorOf = (id: string, index: number, speaker: string): ReactNode =>
    editor?.segmentId === id ? (
      <SegmentEditor
        key={`${id} ${editor.version}`}
        editor={editor}
        editing={editing}
        speaker={speaker}
        onClosed={() => rows.focus(index)}
        onUndo={undoLast}
        onRedo={redoLast}
      />
    ) : null;

  return (
    <div className="relative flex h-full min-h-0 min-w-0 flex-col print:hidden">
      {find.isOpen && (
        <FindBar
          words={find.words}
          count={find.matches.length}
          current={find.current}
          onWords={find.setWords}
          onStep={find.step}
          onClose={find.close}
          fieldRef={find.field}
        />
      )}
      <OrphanDrafts drafts={editing.orphans} onDiscard={editing.discard} />
      <div
        ref={scroller}
        data-testid="transcript-scroller"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 [overflow-anchor:none] sm:px-5"
      >
        <ul
          ref={root}
          aria-label="Transcript"
          onKeyDown={onKeyDown}
          {...clicks}
          onFocus={(event) => {
            const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
            if (index !== undefined) setFocusedId(segments[Number(index)]?.id ?? null);
          }}
          style={{ height: rows.virtualizer.getTotalSize() }}
          className="relative mx-auto max-w-4xl"
        >
          {rows.items.map(({ index, start }) => {
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
                tabbable={index === focusedIndex}
                editable={editable}
                showsPages={!isMedia}
                showsSpeaker={isMedia || transcript.speakers.length > 1}
                isInterviewer={interviewers.has(segment.speaker_id)}
                hasDraft={editing.drafts.has(segment.id)}
                editor={editorOf(segment.id, index, segment.speaker)}
                events={events}
                rowRef={rows.refOf(segment.id)}
              />
            );
          })}
        </ul>
      </div>
      {active.isAway && (
        <Button
          variant="primary"
          onClick={active.backToNow}
          className="absolute inset-x-0 bottom-4 z-10 mx-auto w-fit rounded-full shadow-lg"
        >
          Back to now
        </Button>
      )}
      {passage && !editor && (
        <SelectionBar
          passage={passage}
          scroller={scroller}
          getRanges={getRanges}
          renderCount={rendered.join()}
          dragging={selected.dragging}
          hold={selected.hold}
          onDone={clearSelection}
        />
      )}
      <ListPopovers
        open={popover}
        onClose={() => setPopover(null)}
        taggings={taggings}
        tags={tags}
        editing={editing}
        onUndo={undoLast}
      />
    </div>
  );
}

const isInterviewer = (role: string | null, label: string) =>
  role === 'interviewer' || (role === null && /^(interviewer|moderator)\b/i.test(label));

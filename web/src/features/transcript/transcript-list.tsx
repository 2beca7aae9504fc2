import { lazy, type Ref, Suspense, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { Button } from '../../ui/button.tsx';
import { useTranscript } from './context.ts';
import { FindBar } from './find-bar.tsx';
import { useListKeys } from './list-keys.ts';
import { ListPopovers, type OpenPopover } from './list-popovers.tsx';
import { clickedWord } from './model/selection.ts';
import { segmentAt, timeAt } from './model/word-times.ts';
import { OrphanDrafts } from './orphan-drafts.tsx';
import { createRowElements } from './row-elements.ts';
import { SegmentRows } from './segment-rows.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { texts } from './texts.ts';
import { useActiveRow } from './use-active-row.ts';
import { useClicks } from './use-clicks.ts';
import { useEditing } from './use-editing.ts';
import { useFind } from './use-find.ts';
import { useFocusedRow } from './use-focused-row.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { usePaintedWords } from './use-painted-words.ts';
import { useRowEvents } from './use-row-events.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useSpeakerKeys } from './use-speaker-keys.ts';

const ReplaceDialog = lazy(() =>
  import('./replace-dialog.tsx').then((module) => ({ default: module.ReplaceDialog })),
);

/** What the page around the transcript can ask of it. */
export interface TranscriptHandle {
  openFind(): void;
  openReplace(): void;
  showTime(seconds: number): void;
  showSegment(segmentId: string): void;
}

interface TranscriptListProps {
  taggings: readonly Tagging[];
  tags: ReadonlyMap<string, Tag>;
  handle: Ref<TranscriptHandle> | undefined;
}

/** Connects the parts of the transcript: rows, selection, playback, search, editing and keys. */
export function TranscriptList({ taggings, tags, handle }: TranscriptListProps) {
  const { transcript, list, playback, hasRecording, editable, wordsOf } = useTranscript();
  const { segments } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLUListElement>(null);
  const [elements] = useState(createRowElements);
  const [popover, setPopover] = useState<OpenPopover | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const focused = useFocusedRow(list);
  const selected = useSelection(list, root);
  const { passage } = selected;
  const editing = useEditing();
  const { editor } = editing;

  const pinned = useMemo(() => {
    const { anchor, focus } = selected.selection ?? {};
    return [focused.id, editor?.segmentId, anchor?.segmentId, focus?.segmentId].flatMap((id) =>
      id == null ? [] : (list.indexOf.get(id) ?? []),
    );
  }, [list, focused.id, editor, selected.selection]);
  const rows = useRows({ segments, scroller, elements, pinned });
  const active = useActiveRow({
    playback,
    segments,
    scroller,
    rows: elements,
    scrollTo: rows.scrollTo,
    isPlayed: hasRecording,
  });
  const find = useFind(list, {
    firstVisible: rows.firstVisible,
    show: (index) => {
      active.stopFollowing();
      rows.scrollTo(index);
    },
  });
  const getRanges = usePaintedWords({ root, list, elements, selected, find });

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
    selected.clear();
    editing.open(segment);
  };
  const events = useRowEvents({
    seek,
    edit,
    openSpeaker: (segmentId, anchor) => setPopover({ kind: 'speaker', segmentId, anchor }),
    openHighlights: (taggingIds, anchor) => setPopover({ kind: 'highlights', taggingIds, anchor }),
  });
  const clicks = useClicks({
    isSelecting: passage !== undefined,
    onWord({ segmentId, character }) {
      const segment = segments[list.indexOf.get(segmentId) ?? -1];
      if (segment && transcript.time_basis === 'media')
        seek(timeAt(segment, clickedWord(segment.text, character), wordsOf(segmentId)));
    },
    onHighlights: (taggingIds, anchor) => setPopover({ kind: 'highlights', taggingIds, anchor }),
  });
  const onKeyDown = useListKeys({
    list,
    selected,
    focusedIndex: focused.index,
    focus: (index) => {
      active.stopFollowing();
      rows.focus(index);
    },
    scrollTo: (index) => rows.scrollTo(index, 'auto'),
    edit,
  });
  useListShortcuts({ openFind: find.open, openReplace: () => setReplacing(true) });
  useSpeakerKeys({
    passage,
    focusedIndex: focused.index,
    onAssigned: ({ first }) => {
      selected.clear();
      rows.focus(first);
    },
  });
  useImperativeHandle(handle, () => ({
    openFind: find.open,
    openReplace: () => setReplacing(true),
    showTime: (seconds) => rows.scrollTo(Math.max(segmentAt(segments, seconds), 0)),
    showSegment: (segmentId) => rows.focus(list.indexOf.get(segmentId) ?? 0),
  }));

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
          onReplace={editable ? () => setReplacing(true) : undefined}
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
          aria-label={texts.title}
          onKeyDown={onKeyDown}
          {...clicks}
          onFocus={focused.onFocus}
          style={{ height: rows.height }}
          className="relative mx-auto max-w-4xl"
        >
          <SegmentRows
            rows={rows}
            taggings={taggings}
            tags={tags}
            tabbableIndex={focused.index}
            editing={editing}
            events={events}
          />
        </ul>
      </div>
      {active.isAway && (
        <Button
          variant="primary"
          onClick={active.backToNow}
          className="absolute inset-x-0 bottom-4 z-10 mx-auto w-fit rounded-full shadow-lg"
        >
          {texts.backToNow}
        </Button>
      )}
      {passage && !editor && (
        <SelectionBar
          passage={passage}
          scroller={scroller}
          getRanges={getRanges}
          renderCount={rows.items.map(({ index }) => index).join()}
          dragging={selected.dragging}
          hold={selected.hold}
          onDone={() => {
            selected.clear();
            rows.focus(passage.first);
          }}
        />
      )}
      {isReplacing && (
        <Suspense>
          <ReplaceDialog
            words={find.isOpen ? find.words : ''}
            onClose={() => {
              setReplacing(false);
              if (find.isOpen) find.open();
            }}
          />
        </Suspense>
      )}
      <ListPopovers
        open={popover}
        onClose={() => setPopover(null)}
        taggings={taggings}
        tags={tags}
        editing={editing}
      />
    </div>
  );
}

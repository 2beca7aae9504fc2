import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  isConflict,
  isPending,
  type Segment,
  useEditSegment,
  useJoinSegment,
  useSplitSegment,
} from '../../data/transcript.ts';
import { failureReason } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import { type Draft, onDraftChange, readDrafts, removeDraft, saveDraft } from './drafts.ts';
import { toCharacter } from './model/code-points.ts';
import { titleOf } from './model/quotation.ts';
import { splitPoint } from './model/word-bounds.ts';
import { splitTime } from './model/word-times.ts';
import { texts } from './texts.ts';
import { useDetachedNotice } from './use-detached-notice.ts';
import { useUndoableChange } from './use-undoable-change.ts';

/** The row that is edited. */
export interface OpenEditor extends Draft {
  /** Where the caret is placed, in UTF-16 code units. */
  caret: number;
}

/** Typed text that cannot be saved, because the segment was changed in the meantime. */
export interface Conflict {
  segmentId: string;
  mine: string;
}

export function useEditing() {
  const { fileId, list, wordsOf } = useTranscript();
  const toast = useToast();
  const edit = useEditSegment(fileId);
  const undoable = useUndoableChange(fileId);
  const noticeDetached = useDetachedNotice(fileId);
  const split = useSplitSegment(fileId);
  const join = useJoinSegment(fileId);
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [drafts, setDrafts] = useState(() => readDrafts(fileId));
  /** Drafts that are being sent to the server, by segment. */
  const saving = useRef(new Map<string, Draft>());
  const rereadDrafts = useCallback(() => {
    const unsaved = [...readDrafts(fileId)].filter(([id, { text }]) => saving.current.get(id)?.text !== text);
    setDrafts(new Map(unsaved));
  }, [fileId]);
  // An edit that was sent before the user left the page and returned is saved by the earlier component.
  useEffect(() => onDraftChange((change) => change === 'removed' && rereadDrafts()), [rereadDrafts]);
  const segmentOf = (segmentId: string): Segment | undefined =>
    list.segments[list.indexOf.get(segmentId) ?? -1];

  const open = (segment: Segment, caret?: number) => {
    if (isPending(segment)) return;
    const draft = readDrafts(fileId).get(segment.id);
    const text = draft?.text ?? segment.text;
    setEditor({
      segmentId: segment.id,
      text,
      version: draft?.version ?? segment.version,
      original: saving.current.get(segment.id)?.text ?? draft?.original ?? segment.text,
      caret: caret ?? text.length,
    });
  };

  /** A text that is being sent remains as a draft until the server has saved it. */
  const forget = (segmentId: string) => {
    const sent = saving.current.get(segmentId);
    if (sent) saveDraft(fileId, sent);
    else removeDraft(fileId, segmentId);
  };

  const type = (text: string) => {
    if (!editor) return;
    if (text === editor.original) forget(editor.segmentId);
    else saveDraft(fileId, { ...editor, text });
  };

  const discard = (segmentId: string) => {
    forget(segmentId);
    rereadDrafts();
  };

  /** Returns the version of the segment after the change; undefined if it was not saved. */
  const store = async (draft: Draft): Promise<number | undefined> => {
    const { segmentId, version, original, text } = draft;
    if (text === original) {
      discard(segmentId);
      return version;
    }
    saveDraft(fileId, draft);
    saving.current.set(segmentId, draft);
    rereadDrafts();
    const finish = () => {
      if (saving.current.get(segmentId) === draft) saving.current.delete(segmentId);
    };
    const edited = noticeDetached();
    try {
      const { result, undo } = undoable({ name: texts.edit(nameOf(text)) }, async () => {
        const saved = await edit.mutateAsync({ segment: { id: segmentId, version }, text });
        // The version of a segment is the revision that changed it. The transcript may be further.
        return { ...saved, revision: saved.version };
      });
      const saved = await result;
      finish();
      void edited(undo);
      // The user may have typed a newer text meanwhile.
      if (readDrafts(fileId).get(segmentId)?.text === text) discard(segmentId);
      return saved.version;
    } catch (error) {
      finish();
      rereadDrafts();
      if (isConflict(error)) setConflict({ segmentId, mine: text });
      else toast({ text: texts.notSaved(failureReason(error)) });
      return undefined;
    }
  };

  const refuseEmpty = (text: string): boolean => {
    if (text.trim()) return false;
    toast({ text: texts.needsText });
    return true;
  };

  const save = (text: string) => {
    if (!editor) return;
    setEditor(null);
    if (refuseEmpty(text)) return discard(editor.segmentId);
    void store({ ...editor, text });
  };

  const splitAt = async (text: string, caret: number) => {
    const segment = editor && segmentOf(editor.segmentId);
    if (!editor || !segment) return;
    const at = splitPoint(text, caret);
    if (at === undefined) return toast({ text: texts.placeCaret });
    setEditor(null);
    const version = await store({ ...editor, text });
    if (version === undefined) return;
    const at_character = toCharacter(text, at);
    const at_seconds = splitTime({ ...segment, text }, at_character, wordsOf(segment.id));
    try {
      const change = await undoable({ name: texts.split(nameOf(text)) }, () =>
        split.mutateAsync({ segment: { id: segment.id, version }, at, at_character, at_seconds }),
      ).result;
      const second = change.segments.at(-1);
      if (second) open(second, 0);
    } catch (error) {
      toast({ text: texts.notSplit(failureReason(error)) });
    }
  };

  const joinPrevious = async (text: string) => {
    const index = editor ? (list.indexOf.get(editor.segmentId) ?? 0) : 0;
    const previous = list.segments[index - 1];
    if (!editor || !previous || isPending(previous) || refuseEmpty(text)) return;
    setEditor(null);
    if ((await store({ ...editor, text })) === undefined) return;
    try {
      const change = await undoable({ name: texts.join(nameOf(text)) }, () => join.mutateAsync(previous))
        .result;
      const joined = change.segments.find(({ id }) => id === previous.id);
      if (joined) open(joined, joined.text.length - text.trim().length);
    } catch (error) {
      toast({ text: texts.notJoined(failureReason(error)) });
    }
  };

  const resolve = (choice: 'mine' | 'theirs' | 'edit') => {
    if (!conflict) return;
    const theirs = segmentOf(conflict.segmentId);
    setConflict(null);
    if (choice === 'theirs' || !theirs) {
      const draft = readDrafts(fileId).get(conflict.segmentId);
      discard(conflict.segmentId);
      const restore = () => {
        if (draft) saveDraft(fileId, draft);
        rereadDrafts();
      };
      return toast({ text: texts.keptSavedText, action: { label: texts.undo, run: restore } });
    }
    const draft = {
      segmentId: theirs.id,
      version: theirs.version,
      original: theirs.text,
      text: conflict.mine,
    };
    if (choice === 'mine') return void store(draft);
    saveDraft(fileId, draft);
    open(theirs);
  };

  /** Typed texts of segments that no longer exist. */
  const orphans = useMemo(
    () => [...drafts.values()].filter(({ segmentId }) => !list.indexOf.has(segmentId)),
    [drafts, list],
  );

  return {
    editor,
    conflict,
    drafts,
    orphans,
    open,
    type,
    save,
    split: splitAt,
    join: joinPrevious,
    discard,
    cancel() {
      if (editor) discard(editor.segmentId);
      setEditor(null);
    },
    resolve,
    postpone: () => setConflict(null),
  };
}

/** A segment has no name, so messages use its first words. */
const nameOf = (text: string) => texts.quoted(titleOf([{ speaker: '', quote: text.trim() }], 40));

export type EditingState = ReturnType<typeof useEditing>;

import type { Editor } from '@tiptap/react';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { isResolved, type Thread } from '../../../../data/comments.ts';
import { useLatest } from '../../../../lib/use-latest.ts';
import { type Anchor, commentMarks, draftId, marksOf, withMarks } from './comment-marks.ts';
import type { Range } from './excerpts.ts';

interface Options {
  editor: Editor;
  threads: readonly Thread[];
  active: string | undefined;
  draft: Range | undefined;
  /** Undefined beside all marks. */
  onPress(threadId: string | undefined): void;
}

/** Marks the words in the text that open threads are about. */
export function useCommentMarks({ editor, threads, active, draft, onPress }: Options): void {
  const latest = useLatest({ onPress });
  const anchors = useMemo(() => {
    const open = threads.filter((thread) => !isResolved(thread) && thread.comment.anchor !== null);
    return new Map(open.map(({ comment }) => [comment.id, comment.anchor as Anchor]));
  }, [threads]);
  useLayoutEffect(() => {
    const plugin = commentMarks((id) => latest.current.onPress(id));
    editor.registerPlugin(plugin);
    return () => {
      if (!editor.isDestroyed && plugin.spec.key) editor.unregisterPlugin(plugin.spec.key);
    };
  }, [editor, latest]);
  useEffect(() => editor.view.dispatch(withMarks(editor.state.tr, { anchors })), [editor, anchors]);
  useEffect(() => editor.view.dispatch(withMarks(editor.state.tr, { active })), [editor, active]);
  useEffect(() => editor.view.dispatch(withMarks(editor.state.tr, { draft })), [editor, draft]);
}

export const draftMark = (editor: Editor): Range | undefined =>
  marksOf(editor.state).find(({ id }) => id === draftId);

import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Comment,
  commentsQuery,
  isResolved,
  type Thread,
  toThreads,
} from '../../../../data/comments.ts';
import { canWrite, useMe } from '../../../../data/me.ts';
import { useShortcuts } from '../../../../lib/shortcuts.ts';
import { CommentMargin, Comments } from '../../../comments/index.ts';
import { texts } from '../texts.ts';
import { draftId, marksOf } from './comment-marks.ts';
import { type CommentTarget, chosenTarget, targetAt } from './comment-target.ts';
import { SelectionToolbar } from './selection-toolbar.tsx';
import { draftMark, useCommentMarks } from './use-comment-marks.ts';
import { usePlaces } from './use-places.ts';

interface ReportDiscussionProps {
  editor: Editor;
  projectId: string;
  reportId: string;
  /** The comment in the address. */
  comment?: string | undefined;
}

/** The comments of a report: those about words of the text beside it, all others below it. */
export function ReportDiscussion({ editor, projectId, reportId, comment }: ReportDiscussionProps) {
  const target = { type: 'report', id: reportId } as const;
  const list = useQuery(commentsQuery(projectId, target));
  const threads = useMemo(() => toThreads(list.data ?? []), [list.data]);
  const mayComment = canWrite(useMe());
  const [active, setActive] = useState<string>();
  const [draft, setDraft] = useState<CommentTarget>();
  const field = useRef<HTMLTextAreaElement>(null);
  const margin = useRef<HTMLDivElement>(null);
  useCommentMarks({ editor, threads, active, draft: draft?.range, onPress: setActive });
  const measured = usePlaces(editor, margin);
  const places = measured?.places ?? [];
  const hasRoom = measured?.hasRoom ?? false;
  const isReady = measured !== undefined && !list.isPending;
  const isPlaced = ({ comment: { id } }: Thread) => places.some((place) => place.id === id);
  const linked = threads.find((thread) => idsOf(thread).includes(comment ?? ''));
  const isLinkedBeside = linked !== undefined && hasRoom && isPlaced(linked);

  const linkedId = isLinkedBeside ? linked.comment.id : undefined;
  useEffect(() => setActive(linkedId), [linkedId]);
  // The open thread would cover the text.
  useEffect(() => {
    if (!hasRoom) setActive(undefined);
  }, [hasRoom]);

  function start(): void {
    const chosen = chosenTarget(editor);
    if (chosen) setDraft(chosen);
    else field.current?.focus();
  }
  useShortcuts(
    mayComment
      ? [
          {
            keys: '$mod+Alt+m',
            label: texts.commentShortcut,
            group: texts.shortcutGroup,
            whileTyping: true,
            run: start,
          },
        ]
      : [],
  );

  const placeOf = (threadId: string) => marksOf(editor.state).find(({ id }) => id === threadId);
  const wordsOf = (threadId: string): string => {
    const range = placeOf(threadId);
    return (range && targetAt(editor.state.doc, range)?.words) ?? '';
  };
  const describePlace = (about: Comment) => {
    const place = placeOf(about.id);
    const words = about.anchor?.excerpt?.quote ?? wordsOf(about.id);
    if (!words) return null;
    if (!place) return about.resolved_at === null ? texts.wordsGone(words) : texts.aboutWords(words);
    return (
      <button
        type="button"
        title={texts.goToWords}
        className="line-clamp-2 text-start underline-offset-4 hover:text-ink hover:underline"
        onClick={() => editor.chain().setTextSelection(place.from).focus().scrollIntoView().run()}
      >
        {texts.aboutWords(words)}
      </button>
    );
  };
  return (
    <>
      <div ref={margin} className="relative col-start-2 row-start-1 min-w-0 print:hidden">
        <Suspense>
          <CommentMargin
            projectId={projectId}
            target={target}
            places={places}
            nameOf={wordsOf}
            active={active}
            onActive={setActive}
            draft={
              draft && {
                id: draftId,
                name: draft.words,
                // The words may have been edited since.
                anchor: () => anchorNow(editor) ?? draft.anchor,
              }
            }
            onDraftEnd={() => setDraft(undefined)}
            onLeave={() => editor.commands.focus()}
            focused={isLinkedBeside ? comment : undefined}
            isNarrow={!hasRoom}
          />
        </Suspense>
      </div>
      {mayComment && !draft && <SelectionToolbar editor={editor} onComment={start} />}
      <div className="col-start-1 mt-12 border-t border-line pt-6 print:hidden">
        {isReady && (
          <Suspense>
            <Comments
              projectId={projectId}
              target={target}
              focused={isLinkedBeside ? undefined : comment}
              shows={(thread) => !hasRoom || isResolved(thread) || !isPlaced(thread)}
              describePlace={describePlace}
              keyC={false}
              keyM={false}
              fieldRef={field}
              emptyText={hasRoom && threads.some(isPlaced) ? texts.commentsBeside : undefined}
              heading="h2"
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

const idsOf = ({ comment, replies }: Thread): string[] => [comment, ...replies].map(({ id }) => id);

function anchorNow(editor: Editor) {
  const range = draftMark(editor);
  return range && targetAt(editor.state.doc, range)?.anchor;
}

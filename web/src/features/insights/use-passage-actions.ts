import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createPassageCard,
  deletePassageCard,
  tagPassage,
  type UnusedPassage,
  untagPassage,
} from '../../data/coverage.ts';
import { keys } from '../../data/keys.ts';
import { invalidateTagged, type Tag } from '../../data/tags.ts';
import { failureReason } from '../../lib/errors.ts';
import { creation } from '../../lib/undo-stack.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { clipWords } from './clip-words.ts';
import { readNotNeeded, storeNotNeeded } from './not-needed.ts';
import { texts } from './texts.ts';

const titleMax = 120;

/** What can be done with a passage that no finding uses. It leaves the list at once, and Undo brings it back. */
export function usePassageActions(projectId: string) {
  const queryClient = useQueryClient();
  const undo = useUndo();
  const toast = useToast();
  const [notNeeded, setNotNeeded] = useState<readonly string[]>(() => readNotNeeded(projectId));
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());

  const hide = (id: string) => setDone((before) => new Set([...before, id]));
  const show = (id: string) => setDone((before) => new Set([...before].filter((other) => other !== id)));
  const refresh = () =>
    Promise.all([
      invalidateTagged(queryClient, projectId),
      queryClient.invalidateQueries({ queryKey: keys.lanes(projectId) }),
      queryClient.invalidateQueries({ queryKey: keys.insights(projectId) }),
    ]);

  interface Making {
    create(): Promise<{ id: string }>;
    remove(id: string): Promise<unknown>;
    made: string;
    unmade: string;
  }
  function make({ segment_id }: UnusedPassage, { create, remove, made, unmade }: Making) {
    hide(segment_id);
    const work = create().then(
      ({ id }) => {
        void refresh();
        return {
          done: made,
          undone: unmade,
          redone: made,
          ...creation(undo.ids, id, {
            create: async () => {
              const again = await create();
              hide(segment_id);
              void refresh();
              return again;
            },
            remove: async (current) => {
              await remove(current);
              show(segment_id);
              void refresh();
            },
          }),
        };
      },
      (error: unknown) => {
        show(segment_id);
        toast({ text: texts.coverage.failed(failureReason(error)) });
        return undefined;
      },
    );
    undo.add(work);
  }

  return {
    isShown: ({ segment_id }: UnusedPassage) => !done.has(segment_id) && !notNeeded.includes(segment_id),
    tag: (passage: UnusedPassage, tag: Tag) =>
      make(passage, {
        create: () => tagPassage(tag.id, passage.segment_id),
        remove: untagPassage,
        made: texts.coverage.tagged(tag.name),
        unmade: texts.coverage.untagged(tag.name),
      }),
    addCard: (passage: UnusedPassage) =>
      make(passage, {
        create: () => createPassageCard(projectId, clipWords(passage.text, titleMax), passage.segment_id),
        remove: deletePassageCard,
        made: texts.coverage.carded,
        unmade: texts.coverage.uncarded,
      }),
    putAside: ({ segment_id }: UnusedPassage) => {
      const store = (isHidden: boolean) => {
        const others = readNotNeeded(projectId).filter((id) => id !== segment_id);
        const ids = isHidden ? [...others, segment_id] : others;
        storeNotNeeded(projectId, ids);
        setNotNeeded(ids);
      };
      store(true);
      undo.add(
        Promise.resolve({
          done: texts.coverage.putAside,
          undone: texts.coverage.broughtBack,
          redone: texts.coverage.putAside,
          undo: async () => store(false),
          redo: async () => store(true),
        }),
      );
    },
  };
}

export type PassageActions = ReturnType<typeof usePassageActions>;

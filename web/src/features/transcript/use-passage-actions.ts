import { useMemo } from 'react';
import {
  type PassageInput,
  useCreateHighlight,
  useDeleteUnusedTag,
  useQuotedRecords,
  useRemoveHighlight,
} from '../../data/material.ts';
import { useRestoreTagging } from '../../data/taggings.ts';
import { copyText } from '../../lib/copy-text.ts';
import { failureReason } from '../../lib/errors.ts';
import { formatTimecode } from '../../lib/format.ts';
import { creation } from '../../lib/undo-stack.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import type { TagChoice } from './collected-tags.tsx';
import { type TranscriptContext, useTranscript } from './context.ts';
import { lengthOf } from './model/code-points.ts';
import { citationOf, partsOf, type SpokenPart } from './model/quotation.ts';
import { type Passage, quoteOf } from './model/selection.ts';
import { timesOf } from './model/word-times.ts';
import { noteRecentTag } from './recent-tags.ts';
import { texts } from './texts.ts';
import { settle, together } from './together.ts';
import { withNewTag } from './with-new-tag.ts';

/** A passage with its words, speaker and times, as the API wants it. */
export interface Quotation {
  input: PassageInput;
  quote: string;
  /** Who said which part. */
  parts: SpokenPart[];
  /** The speaker of the first words. */
  speaker: string;
  page: number | null;
}

export function quotationOf({ list, wordsOf }: TranscriptContext, passage: Passage): Quotation | undefined {
  const [first, last] = [list.segments[passage.first], list.segments[passage.last]];
  if (!first || !last) return undefined;
  const endOfFirst = passage.first === passage.last ? passage.endCharacter : lengthOf(first.text);
  const startOfLast = passage.first === passage.last ? passage.startCharacter : 0;
  return {
    quote: quoteOf(list, passage),
    parts: partsOf(list, passage),
    speaker: first.speaker,
    page: first.page,
    input: {
      segment_id: first.id,
      start_character: passage.startCharacter,
      end_segment_id: last.id,
      end_character: passage.endCharacter,
      start_seconds: milliseconds(
        timesOf(first, passage.startCharacter, endOfFirst, wordsOf(first.id)).start,
      ),
      end_seconds: milliseconds(timesOf(last, startOfLast, passage.endCharacter, wordsOf(last.id)).end),
    },
  };
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** What a user can do with selected words. Each action says what happened and can be undone. */
export function usePassageActions(quotation: Quotation | undefined, onDone: () => void) {
  const { projectId, fileId, fileName, transcript, onAction } = useTranscript();
  const toast = useToast();
  const { mutateAsync } = useCreateHighlight(projectId, fileId);
  const { mutateAsync: remove } = useRemoveHighlight(projectId, fileId);
  const { mutateAsync: restore } = useRestoreTagging(projectId);
  const { mutateAsync: deleteUnusedTag } = useDeleteUnusedTag(projectId);
  const { add, ids } = useUndo();
  const records = useQuotedRecords(projectId, fileId);

  return useMemo(() => {
    if (!quotation) return undefined;
    const { input, quote, parts, speaker, page } = quotation;
    /** The form shows why a record could not be created. */
    const record = async (name: string, steps: Parameters<typeof creation>[2]): Promise<string> => {
      const created = steps.create();
      add(
        created.then(({ id }) => ({
          done: texts.created(name),
          undone: texts.deleted(name),
          redone: texts.createdAgain(name),
          ...creation(ids, id, steps),
        })),
      );
      const { id } = await created;
      onDone();
      return id;
    };
    return {
      /** One action for all tags: one undo takes all of them back. */
      tag: async (choices: readonly TagChoice[]) => {
        onDone();
        const tagWith = async (choice: TagChoice) => {
          const tag = 'tag' in choice ? choice.tag : choice;
          onAction({ type: 'highlight-created', tagId: 'tag' in choice ? choice.tag.id : undefined });
          const createBoth = () => mutateAsync({ tag, passage: input, quote, speaker });
          const tagging = await createBoth();
          noteRecentTag(projectId, tagging.tag_id);
          const steps =
            'tag' in choice
              ? { create: () => restore(tagging), remove: (id: string) => remove({ ...tagging, id }) }
              : withNewTag(tagging, { remove, restore, deleteUnusedTag, createBoth });
          return { name: tag.name, ...creation(ids, tagging.id, steps) };
        };
        const tagged = settle(choices.map(tagWith), (error) =>
          toast({ text: texts.notTagged(failureReason(error)) }),
        );
        add(
          tagged.then((parts) => {
            if (parts.length === 0) return undefined;
            const names = parts.map(({ name }) => name);
            const done = texts.tagged(names);
            return { done, undone: texts.tagRemoved(names), redone: done, ...together(parts) };
          }),
        );
        await tagged;
      },
      clip: async (name: string) => {
        const steps = { create: () => records.createClip(name, input), remove: records.deleteClip };
        onAction({ type: 'clip-created', id: await record(texts.clipRecord(name), steps) });
      },
      note: async (text: string) => {
        const steps = { create: () => records.createNote(text, input), remove: records.deleteNote };
        onAction({ type: 'note-created', id: await record(texts.note, steps) });
      },
      card: async (title: string) => {
        const steps = { create: () => records.createCard(title, input), remove: records.deleteCard };
        onAction({ type: 'card-created', id: await record(texts.cardRecord(title), steps) });
      },
      addToCard: (card: { id: string; title: string }) => {
        onDone();
        const added = records.addToCard(card.id, input).then(({ before, after, version }) => {
          let latest = version;
          const set = (evidence: typeof before) => async () => {
            latest = await records.setEvidence(card.id, evidence, latest);
          };
          const done = texts.addedToCard(card.title);
          return {
            done,
            undone: texts.removedFromCard(card.title),
            redone: done,
            undo: set(before),
            redo: set(after),
          };
        });
        added.catch((error: unknown) => toast({ text: texts.notAddedToCard(failureReason(error)) }));
        add(added);
      },
      copy: async () => {
        const isMedia = transcript.time_basis === 'media';
        const pageText = page === null ? null : texts.page(page);
        const place = isMedia ? formatTimecode(input.start_seconds) : pageText;
        const link = new URL(`/projects/${projectId}/files/${fileId}`, location.origin);
        if (isMedia) link.searchParams.set('t', String(Math.floor(input.start_seconds)));
        const copied = await copyText(citationOf(parts, [fileName, place], link.href));
        toast({ text: copied ? texts.quoteCopied : texts.quoteNotCopied });
      },
    };
  }, [
    quotation,
    onDone,
    onAction,
    toast,
    projectId,
    fileId,
    fileName,
    transcript.time_basis,
    records,
    mutateAsync,
    remove,
    restore,
    deleteUnusedTag,
    add,
    ids,
  ]);
}

export type PassageActions = NonNullable<ReturnType<typeof usePassageActions>>;

import { useMemo } from 'react';
import {
  type PassageInput,
  useCreateHighlight,
  useQuotedRecords,
  useRemoveHighlight,
} from '../../data/material.ts';
import { copyText } from '../../lib/copy-text.ts';
import { failureReason } from '../../lib/errors.ts';
import { formatTimecode } from '../../lib/format.ts';
import { useToast } from '../../ui/toast.tsx';
import { type TranscriptContext, useTranscript } from './context.ts';
import { lengthOf } from './model/code-points.ts';
import { citationOf, partsOf, type SpokenPart } from './model/quotation.ts';
import { type Passage, quoteOf } from './model/selection.ts';
import { timesOf } from './model/word-times.ts';
import { noteRecentTag } from './recent-tags.ts';
import type { TagChoice } from './tag-picker.tsx';

/** A passage with its words, speaker and times, as the API wants it. */
export interface Quotation {
  input: PassageInput;
  quote: string;
  /** Who said which part. */
  parts: SpokenPart[];
  /** Of the first words. */
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
  const highlight = useCreateHighlight(projectId, fileId);
  const remove = useRemoveHighlight(projectId, fileId);
  const records = useQuotedRecords(projectId, fileId);

  return useMemo(() => {
    if (!quotation) return undefined;
    const { input, quote, parts, speaker, page } = quotation;
    const undoWith = (text: string, undo: () => Promise<unknown>) =>
      toast({
        text,
        action: {
          label: 'Undo',
          run: () => void undo().catch((error) => toast({ text: `Not undone. ${failureReason(error)}` })),
        },
      });
    return {
      tag: async (choice: TagChoice) => {
        onDone();
        const tag = 'tag' in choice ? choice.tag : choice;
        onAction({ type: 'highlight-created', tagId: 'tag' in choice ? choice.tag.id : undefined });
        try {
          const tagging = await highlight.mutateAsync({ tag, passage: input, quote, speaker });
          noteRecentTag(projectId, tagging.tag_id);
          undoWith(`Tagged “${tag.name}”.`, () => remove.mutateAsync(tagging));
        } catch (error) {
          toast({ text: `Not tagged. ${failureReason(error)}` });
        }
      },
      clip: async (name: string) => {
        const id = await records.createClip(name, input);
        onDone();
        onAction({ type: 'clip-created', id });
        undoWith('Clip created.', () => records.deleteClip(id));
      },
      note: async (text: string) => {
        const id = await records.createNote(text, input);
        onDone();
        onAction({ type: 'note-created', id });
        undoWith('Note added.', () => records.deleteNote(id));
      },
      card: async (title: string) => {
        const id = await records.createCard(title, input);
        onDone();
        onAction({ type: 'card-created', id });
        undoWith('Card added to the board.', () => records.deleteCard(id));
      },
      copy: async () => {
        const isMedia = transcript.time_basis === 'media';
        const pageText = page === null ? null : `p. ${page}`;
        const place = isMedia ? formatTimecode(input.start_seconds) : pageText;
        const link = new URL(`/projects/${projectId}/files/${fileId}`, location.origin);
        if (isMedia) link.searchParams.set('t', String(Math.floor(input.start_seconds)));
        const copied = await copyText(citationOf(parts, [fileName, place], link.href));
        toast({ text: copied ? 'Quote copied.' : 'The quote could not be copied.' });
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
    highlight.mutateAsync,
    remove.mutateAsync,
  ]);
}

export type PassageActions = NonNullable<ReturnType<typeof usePassageActions>>;

import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '../../data/chats.ts';
import { keys } from '../../data/keys.ts';
import { api, type Schemas, unwrap } from '../../lib/api.ts';
import { failureReason } from '../../lib/errors.ts';
import { ChangedSince, creation, type UndoableAction } from '../../lib/undo-stack.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { plainAnswer, reportSection, titleOf } from './answer-text.ts';
import { texts } from './texts.ts';

export interface SavedAnswer {
  question: string;
  answer: Message;
}

/** Passages that a card can cite at most. */
const evidenceMax = 50;

/** Saves an answer as a note, as a card or as a section of a report: at once, and each can be undone. */
export function useSaveAnswer(projectId: string) {
  const queryClient = useQueryClient();
  const undo = useUndo();
  const toast = useToast();
  const inProject = { params: { path: { projectId } } };
  const refresh = (...queryKeys: readonly (readonly unknown[])[]) =>
    Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const run = (save: () => Promise<UndoableAction>) =>
    undo.add(
      save().catch((error: unknown) => {
        const reason = error instanceof ChangedSince ? error.message : failureReason(error);
        toast({ text: texts.notSaved(reason) });
        return undefined;
      }),
    );

  const saveNote = ({ question, answer }: SavedAnswer) =>
    run(async () => {
      const body = { title: titleOf(question), body: plainAnswer(answer) };
      const create = async () => {
        const { data } = await unwrap(api.POST('/v1/projects/{projectId}/notes', { ...inProject, body }));
        await refresh(keys.notes(projectId), keys.project(projectId));
        return data;
      };
      const remove = async (noteId: string) => {
        await unwrap(api.DELETE('/v1/notes/{noteId}', { params: { path: { noteId } } }));
        await refresh(keys.notes(projectId), keys.project(projectId));
      };
      const { id } = await create();
      return {
        done: texts.noteSaved,
        undone: texts.noteRemoved,
        redone: texts.noteSaved,
        ...creation(undo.ids, id, { create, remove }),
      };
    });

  const saveCard = ({ question, answer }: SavedAnswer) =>
    run(async () => {
      const lanes = api.GET('/v1/projects/{projectId}/lanes', {
        params: { path: { projectId }, query: { limit: 1 } },
      });
      const [lane] = (await unwrap(lanes)).data;
      if (!lane) throw new ChangedSince(texts.noLane);
      const evidence = answer.citations
        .filter(({ file_id, segment_id, source_deleted }) => file_id && segment_id && !source_deleted)
        .slice(0, evidenceMax)
        .map(({ file_id, segment_id }) => ({ file_id, segment_id }));
      const body = {
        title: titleOf(question),
        lane_id: lane.id,
        body: answer.outline?.lead ?? plainAnswer(answer),
        evidence,
      };
      const create = async () => {
        const { data } = await unwrap(api.POST('/v1/projects/{projectId}/cards', { ...inProject, body }));
        await refresh(keys.board(projectId), keys.project(projectId));
        return data;
      };
      const remove = async (cardId: string) => {
        await unwrap(api.DELETE('/v1/cards/{cardId}', { params: { path: { cardId } } }));
        await refresh(keys.board(projectId), keys.project(projectId));
      };
      const { id } = await create();
      return {
        done: texts.cardSaved,
        undone: texts.cardRemoved,
        redone: texts.cardSaved,
        ...creation(undo.ids, id, { create, remove }),
      };
    });

  const createReport = ({ question, answer }: SavedAnswer) =>
    run(async () => {
      const body = { title: titleOf(question), body_markdown: reportSection(question, answer) };
      const create = async () => {
        const { data } = await unwrap(api.POST('/v1/projects/{projectId}/reports', { ...inProject, body }));
        await refresh(keys.reports(projectId), keys.project(projectId));
        return data as Schemas['Report'];
      };
      const remove = async (reportId: string) => {
        await unwrap(api.DELETE('/v1/reports/{reportId}', { params: { path: { reportId } } }));
        await refresh(keys.reports(projectId), keys.project(projectId));
      };
      const { id } = await create();
      return {
        done: texts.reportCreated,
        undone: texts.reportRemoved,
        redone: texts.reportCreated,
        ...creation(undo.ids, id, { create, remove }),
      };
    });

  /** Undoing reverts the report to the revision before, if nobody has changed it since. */
  const addToReport = (reportId: string, { question, answer }: SavedAnswer) =>
    run(async () => {
      const path = { params: { path: { reportId } } };
      const read = async () => (await unwrap(api.GET('/v1/reports/{reportId}', path))).data;
      const section = reportSection(question, answer);
      let before = await read();
      let after = before;
      const add = async () => {
        before = await read();
        const body_markdown = [before.body_markdown.trimEnd(), section].filter(Boolean).join('\n\n');
        const body = { body_markdown, expected_version: before.version };
        after = (await unwrap(api.PATCH('/v1/reports/{reportId}', { ...path, body }))).data;
        await refresh(keys.report(reportId), keys.reports(projectId));
      };
      const remove = async () => {
        const current = await read();
        if (current.version !== after.version) throw new ChangedSince(texts.reportChanged);
        const body = { body_markdown: before.body_markdown, expected_version: after.version };
        await unwrap(api.PATCH('/v1/reports/{reportId}', { ...path, body }));
        await refresh(keys.report(reportId), keys.reports(projectId));
      };
      await add();
      const done = texts.sectionAdded(before.title);
      return { done, undone: texts.sectionRemoved(before.title), redone: done, undo: remove, redo: add };
    });

  return { saveNote, saveCard, createReport, addToReport };
}

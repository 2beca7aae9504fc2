import type { Answer, AnswerBody, Question } from '../api/wire.ts';

/** The answer on the screen, before it is sent. */
export interface Draft {
  value: number | boolean | null;
  text: string;
  option_ids: string[];
}

/** The limit of the server for one answer. */
export const textMax = 10_000;

export const emptyDraft: Draft = { value: null, text: '', option_ids: [] };

/** The draft that shows a stored answer. Choices also have a readable value, which a draft does not use. */
export function draftOf(question: Question, answer: Answer | null): Draft {
  if (!answer || answer.skipped) return emptyDraft;
  const isText = question.type === 'open' || question.type === 'task';
  const { value } = answer;
  return {
    value: typeof value === 'number' || typeof value === 'boolean' ? value : null,
    text: isText && typeof value === 'string' ? value : '',
    option_ids: answer.option_ids,
  };
}

/** A ranking starts in the order of the question. Ids of options that do not exist are left out. */
export function rankingOf(question: Question, draft: Draft): string[] {
  const ids = question.options.map(({ id }) => id);
  const ranked = draft.option_ids.filter((id) => ids.includes(id));
  return [...ranked, ...ids.filter((id) => !ranked.includes(id))];
}

export function isAnswered(question: Question, draft: Draft): boolean {
  switch (question.type) {
    case 'open':
      return draft.text.trim() !== '';
    case 'single_choice':
    case 'multi_choice':
    // The order in which the options appear is not an answer until the participant moves one or confirms it.
    case 'ranking':
      return draft.option_ids.length > 0;
    case 'rating':
    case 'nps':
    case 'yes_no':
      return draft.value !== null;
    // A task is done by continuing.
    case 'task':
    case 'statement':
      return true;
  }
}

/** Whether the participant entered anything. Until then, an optional question can be skipped. */
export const hasInput = ({ type }: Question, { value, text, option_ids: ids }: Draft): boolean =>
  type === 'statement' || value !== null || text.trim() !== '' || ids.length > 0;

/** The body that stores this draft. An empty draft of an optional question is stored as skipped. */
export function answerBody(question: Question, draft: Draft): AnswerBody {
  if (!isAnswered(question, draft)) return { skipped: true };
  switch (question.type) {
    case 'open':
      return { text: draft.text.trim() };
    case 'task':
      return draft.text.trim() ? { text: draft.text.trim() } : {};
    case 'single_choice':
    case 'multi_choice':
      return { option_ids: draft.option_ids };
    case 'ranking':
      return { option_ids: rankingOf(question, draft) };
    case 'rating':
    case 'nps':
    case 'yes_no':
      return { value: draft.value };
    case 'statement':
      return {};
  }
}

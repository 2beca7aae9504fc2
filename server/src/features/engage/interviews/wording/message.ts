import type { Question } from '../../tests/index.ts';
import { hasCue, type Language } from '../plan/cues.ts';
import type { Reading, Step } from '../plan/step.ts';
import { quotablePart } from './phrase.ts';
import { type Mood, texts } from './templates.ts';

/** What a message is made from. */
export interface MessageContext {
  step: Step;
  /** The question of the step. */
  question: Question | undefined;
  language: Language;
  /** The reply before this message; undefined at the start. */
  reply: { text: string; reading: Reading } | undefined;
  /** What is repeated, for a repeated step. */
  askedText?: string;
  /** Whether the reply was to the offer to stop. */
  returned: boolean;
  /** The number of the message, which varies the wording. */
  number: number;
}

/** The message of a step without a language model: complete, and built on the words of the answer. */
export function composeMessage(context: MessageContext): string {
  const { step, question, language } = context;
  const own = texts[language];
  if (context.reply?.reading.kind === 'question' && 'repeated' in step && step.repeated)
    return repetition(context, context.reply.text);
  switch (step.kind) {
    case 'ask':
      return joinParts([bridgeOf(context), questionText(question, language)]);
    case 'statement':
      return joinParts([context.reply ? '' : own.greeting, question?.text ?? '']);
    case 'probe':
      return probeText(context, step);
    case 'clarify':
      return clarification(question, language);
    case 'offer_to_stop':
      return own.offers[step.reason];
    case 'close':
      return own.closes[step.reason];
  }
}

export const joinParts = (parts: string[]) => parts.filter(Boolean).join('\n\n');

/** The question again. The greeting or thanks before it are not said twice. */
function repetition({ step, question, language, askedText = '' }: MessageContext, reply: string): string {
  const own = texts[language];
  const isAsWritten = step.kind === 'ask' && (!askedText || askedText.includes(question?.text ?? ''));
  return joinParts([
    hasCue('asks_readers', reply) ? own.readers : own.again,
    isAsWritten ? questionText(question, language) : askedText,
  ]);
}

/** A word of thanks before the next question, or the greeting. */
export function bridgeOf({ reply, returned, language, number }: MessageContext): string {
  const own = texts[language];
  // After a statement the moderator has already spoken.
  if (!reply) return number === 1 ? own.greeting : '';
  const kind = reply.reading.kind;
  const mood: Mood = returned ? 'returned' : kind === 'unknown' || kind === 'refused' ? kind : 'answered';
  return pick(own.bridges[mood], number);
}

const pick = (list: string[], number: number): string => list[number % list.length] ?? '';

/** The question as the researcher wrote it, with its options or scale. */
export function questionText(question: Question | undefined, language: Language): string {
  if (!question) return '';
  const { text, options, scale } = question;
  if (options.length > 0) return `${text}\n${options.map((option) => `• ${option.text}`).join('\n')}`;
  if (!scale) return text;
  const labels = [scale.min_label, scale.max_label].filter(Boolean);
  const ends = labels.length === 2 ? `${scale.min} = ${labels[0]}, ${scale.max} = ${labels[1]}` : '';
  return `${text}\n(${
    ends ||
    texts[language].number
      .match(/\{min\}[^{]*\{max\}/)?.[0]
      .replace('{min}', String(scale.min))
      .replace('{max}', String(scale.max))
  })`;
}

function probeText(
  { reply, language, question }: MessageContext,
  step: Extract<Step, { kind: 'probe' }>,
): string {
  const own = texts[language];
  if (step.style === 'open' && reply?.reading.kind === 'unknown') return own.easier;
  const quote = (template: string, phrase: string) =>
    // A function, because the answer may contain “$&”.
    template.replace('{phrase}', () => own.marks[0] + phrase + own.marks[1]);
  if (step.style === 'reason') {
    const { quoting, plain } = own.probes.reason;
    const chosen = reply && choiceOf(reply.reading, question);
    return chosen ? quote(pick(quoting, 0), chosen) : pick(plain, 0);
  }
  const part = reply && quotablePart(reply.text, language);
  const list = step.style === 'deepen' ? own.probes.deepen[part?.tone ?? 'plain'] : own.probes[step.style];
  const asked = pick(list, step.number - 1);
  if (!part) return asked;
  const said = quote(own.said, part.text);
  return language === 'ja' ? said + asked : `${said} ${asked}`;
}

/** The option or number that the answer chose, if it is one. */
function choiceOf({ option_ids, value }: Reading, question: Question | undefined): string | undefined {
  const chosen = question?.options.filter(({ id }) => option_ids.includes(id)) ?? [];
  if (chosen.length === 1) return chosen[0]?.text;
  return typeof value === 'number' ? String(value) : undefined;
}

function clarification(question: Question | undefined, language: Language): string {
  const own = texts[language];
  if (!question) return own.probes.open[0] ?? '';
  const listed = question.options.map(({ text }) => text).join(' · ');
  if (question.type === 'ranking') return own.order.replace('{options}', () => listed);
  if (question.options.length > 0) return own.which.replace('{options}', () => listed);
  if (question.type === 'yes_no') return own.yesOrNo;
  const { min, max } = question.scale ?? { min: 0, max: 10 };
  return own.number.replace('{min}', String(min)).replace('{max}', String(max));
}

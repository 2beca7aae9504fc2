import { namedIn, type QuestionTerm, type Speakers, topicsOf } from '../../evidence/retrieval/index.ts';
import { type MaterialQuestion, readMaterialQuestion } from './extractive/overview.ts';
import { type ResolvedQuestion, resolveQuestion } from './follow-up.ts';
import { languageOfMessage } from './question-language.ts';

/** A question, read with the messages before it. */
export interface Asked extends ResolvedQuestion {
  /** The question as the user wrote it. */
  message: string;
  language: string | null;
  mode: 'question' | 'overview' | 'empty';
  leaning: MaterialQuestion['leaning'];
  /** The topic words of the question. */
  topic: string;
  topics: QuestionTerm[];
}

export function readQuestion(
  message: string,
  earlier: string[],
  { participants }: Speakers,
  materialLanguage: string | null,
): Asked {
  const language = languageOfMessage(message) ?? languageOfMessage(earlier.join('\n')) ?? materialLanguage;
  const resolved = resolveQuestion(message, earlier, language ?? 'en', participants);
  const topics = topicsOf(resolved.text, language ?? 'en', namedIn(resolved.text, participants));
  const { isAboutEverything, isEmpty, leaning } = readMaterialQuestion(
    resolved.text,
    topics,
    language ?? 'en',
  );
  const mode = isEmpty ? 'empty' : isAboutEverything ? 'overview' : 'question';
  const topic = topics.map(({ surface }) => surface).join(' ');
  return { ...resolved, message, language, mode, leaning, topic, topics };
}

import { createReader, isSmallTalk } from '../../../platform/ai/text-analysis/index.ts';
import {
  type MaterialScope,
  openSemanticIndex,
  type Retrieval,
  type RetrievedPassage,
  retrievePassages,
  type Speakers,
  sampleMaterial,
} from '../../evidence/retrieval/index.ts';
import type { ChatDeps } from './deps.ts';
import type { ComposeRequest } from './extractive/compose-request.ts';
import type { Asked } from './read-question.ts';
import type { MessageRow } from './store.ts';
import { unknownPersonIn } from './unknown-person.ts';

const overviewSegmentsMax = 150;

/** The passages that may answer a question. */
export async function retrieveFor(
  { db, embedder }: Pick<ChatDeps, 'db' | 'embedder'>,
  scope: MaterialScope,
  speakers: Speakers,
  { text, mode, language, topic }: Asked,
  signal: AbortSignal,
): Promise<Retrieval> {
  const request = { ...scope, speakers, question: text };
  const semantic = await openSemanticIndex(db, embedder, scope, { question: text, topic }, signal);
  if (mode !== 'question') return sampleMaterial(db, { ...request, semantic }, overviewSegmentsMax);
  return retrievePassages(db, { ...request, semantic, language: language ?? 'en' });
}

/** What the embedded composer needs. */
export function toComposeRequest(asked: Asked, thread: MessageRow[], retrieval: Retrieval): ComposeRequest {
  const { passages, records, sources, speakers, terms, named, vectors } = retrieval;
  const { language } = asked;
  const languages = Object.fromEntries(sources.map((source) => [source.id, source.language]));
  const lastAnswer = thread.findLast(({ role }) => role === 'assistant');
  return {
    question: asked.text,
    language,
    mode: asked.mode,
    leaning: asked.leaning,
    asksFor: asked.isFollowUp ? asked.asksFor : undefined,
    quotedSpeakers: (lastAnswer?.citations ?? []).flatMap(({ speaker }) => speaker ?? []),
    named,
    unknownPerson: unknownPersonIn(asked.message, retrieval),
    passages: passages.filter((passage) => !isChatter(passage, languages[passage.file_id] ?? language)),
    vectors,
    // The embedded model was trained with English texts.
    hasMeaning: vectors.size > 0 && /^en\b/i.test(language ?? 'en'),
    terms,
    records,
    participantCount: speakers.participants.length,
    documentCount: speakers.documents.length,
    languages,
  };
}

/** Greetings, thanks and “Yes, sure” are not evidence. */
function isChatter({ segment, isDocument }: RetrievedPassage, language: string | null): boolean {
  const { words } = createReader(language);
  const text = segment.text.slice(0, 500);
  return (
    !isDocument &&
    isSmallTalk(text, words(text).length, language, (part) => words(part).filter(Boolean).length)
  );
}

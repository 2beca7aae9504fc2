import type { Findings } from './findings.ts';
import { findQuotations, isQuoted } from './quotations.ts';
import type { Part, Question, Study } from './read-studies.ts';
import { type LoadedStudy, loadStudy, MissingRoute, type Server, spokenTexts } from './server.ts';

export const hitBar = 0.9;
export const declinedBar = 0.9;

interface Citation {
  id: string;
  segment_id: string | null;
  quote: string;
  verified: boolean;
}

interface Message {
  content: string;
  citations: Citation[];
  answered: boolean | null;
}

interface Tally {
  answerable: number;
  hits: number;
  answered: number;
  searchHits: number | undefined;
  unanswerable: number;
  declined: number;
  offTopic: number;
  offTopicDeclined: number;
  further: { answerable: number; answered: number; unanswerable: number; declined: number };
  quotations: number;
  invented: number;
}

const hitRank = 5;

/** Asks every question of every study in the chat, and as a search. */
export async function measureQuestions(server: Server, studies: Study[], findings: Findings): Promise<void> {
  for (const part of new Set(studies.map((study) => study.part))) {
    const tally: Tally = {
      answerable: 0,
      hits: 0,
      answered: 0,
      searchHits: 0,
      unanswerable: 0,
      declined: 0,
      offTopic: 0,
      offTopicDeclined: 0,
      further: { answerable: 0, answered: 0, unanswerable: 0, declined: 0 },
      quotations: 0,
      invented: 0,
    };
    for (const study of studies.filter((candidate) => candidate.part === part)) {
      const loaded = await loadStudy(server, study);
      for (const question of study.questions) await ask(server, loaded, question, tally, findings);
      for (const question of study.further_questions)
        await askFurther(server, loaded, question, tally, findings);
    }
    report(findings, part, tally);
  }
}

async function ask(
  server: Server,
  loaded: LoadedStudy,
  question: Question,
  tally: Tally,
  findings: Findings,
) {
  const { project_id, study } = loaded;
  const answer = await send(server, project_id, question.ask);
  const where = `${study.id}: "${question.ask}"`;
  checkQuotations(loaded, question, answer, tally, findings);
  if (question.answered_by.length === 0) {
    tally.unanswerable++;
    if (question.is_off_topic) tally.offTopic++;
    if (answer.answered === false) {
      tally.declined++;
      if (question.is_off_topic) tally.offTopicDeclined++;
    } else
      findings.example(
        study.part,
        `${where} was answered, with: ${answer.citations[0]?.quote ?? answer.content}`,
      );
    return;
  }
  const cited = answer.citations.slice(0, hitRank).map(({ segment_id }) => segment_id ?? '');
  tally.answerable++;
  if (isHit(loaded, question, cited)) tally.hits++;
  else {
    const found = answer.citations.slice(0, hitRank).map(({ quote }) => quote);
    findings.example(study.part, `${where} does not cite ${question.answered_by}, but: ${found.join(' | ')}`);
  }
  if (answer.answered) tally.answered++;
  else findings.example(study.part, `${where} was declined`);
  const found = await search(server, project_id, question.ask);
  if (found === undefined) tally.searchHits = undefined;
  else if (tally.searchHits !== undefined && isHit(loaded, question, found)) tally.searchHits++;
}

async function send(server: Server, project_id: string, message: string): Promise<Message> {
  const { chat_id } = await server.run<{ chat_id: string }>(`/v1/projects/${project_id}/chat`, { message });
  const messages = await server.list<Message>(`/v1/chats/${chat_id}/messages`, { role: 'assistant' });
  return messages[0] as Message;
}

/** Counts only whether the question was answered. */
async function askFurther(
  server: Server,
  { project_id, study }: LoadedStudy,
  { ask, has_answer }: Study['further_questions'][number],
  { further }: Tally,
  findings: Findings,
) {
  const { answered } = await send(server, project_id, ask);
  further[has_answer ? 'answerable' : 'unanswerable']++;
  if (has_answer && answered) further.answered++;
  if (!has_answer && !answered) further.declined++;
  if (has_answer !== Boolean(answered))
    findings.example(study.part, `${study.id}: "${ask}" was ${answered ? 'answered' : 'declined'}`);
}

function isHit({ turns }: LoadedStudy, { answered_by }: Question, segmentIds: string[]): boolean {
  return segmentIds.some((id) => answered_by.includes(turns.get(id)?.id ?? ''));
}

/** The ids of the best segments, or undefined if the server has no such search. */
async function search(server: Server, project_id: string, q: string): Promise<string[] | undefined> {
  const query = { q, mode: 'hybrid', project_id, types: 'segment', limit: hitRank };
  try {
    return (await server.get<{ id: string }[]>('/v1/search', query)).map(({ id }) => id);
  } catch (error) {
    if (error instanceof MissingRoute || (error as { status?: number }).status === 422) return undefined;
    throw error;
  }
}

function checkQuotations(
  loaded: LoadedStudy,
  question: Question,
  { content, citations }: Message,
  tally: Tally,
  findings: Findings,
): void {
  const texts = [...spokenTexts(loaded), question.ask];
  for (const quotation of findQuotations(content)) {
    tally.quotations++;
    if (isQuoted(quotation, texts)) continue;
    tally.invented++;
    findings.example(loaded.study.part, `${loaded.study.id}: invented in "${question.ask}": ${quotation}`);
  }
  for (const { segment_id, quote, verified } of citations) {
    tally.quotations++;
    const begins = quote.slice(0, 20);
    if (
      verified &&
      isQuoted(quote, texts) &&
      isQuoted(begins, [loaded.turns.get(segment_id ?? '')?.text ?? ''])
    )
      continue;
    tally.invented++;
    findings.example(loaded.study.part, `${loaded.study.id}: wrong citation: ${quote}`);
  }
}

function report(findings: Findings, part: Part, tally: Tally): void {
  const of = (count: number, all: number, what: string) => `${count} of ${all} ${what}`;
  const questions = 'questions with an answer';
  findings.atLeast(
    `retrieval hit@${hitRank}, citations of the answer`,
    part,
    tally.hits / tally.answerable,
    hitBar,
    of(tally.hits, tally.answerable, questions),
  );
  if (tally.searchHits === undefined)
    findings.skipped(`retrieval hit@${hitRank}, search, ${part}`, 'the server has no mode=hybrid');
  else
    findings.atLeast(
      `retrieval hit@${hitRank}, search with mode=hybrid`,
      part,
      tally.searchHits / tally.answerable,
      undefined,
      of(tally.searchHits, tally.answerable, questions),
    );
  findings.atLeast(
    'questions with an answer that were answered',
    part,
    tally.answered / tally.answerable,
    undefined,
    of(tally.answered, tally.answerable, questions),
  );
  findings.atLeast(
    'questions without an answer that were declined',
    part,
    tally.declined / tally.unanswerable,
    declinedBar,
    `${of(tally.declined, tally.unanswerable, 'questions')}; off topic ${tally.offTopicDeclined} of ${tally.offTopic}`,
  );
  const { further } = tally;
  if (further.answerable > 0)
    findings.atLeast(
      'further questions with an answer that were answered',
      part,
      further.answered / further.answerable,
      undefined,
      of(further.answered, further.answerable, 'questions'),
    );
  if (further.unanswerable > 0)
    findings.atLeast(
      'further questions without an answer that were declined',
      part,
      further.declined / further.unanswerable,
      undefined,
      of(further.declined, further.unanswerable, 'questions'),
    );
  findings.none('invented quotations in answers', part, tally.invented, tally.quotations);
}

import { createHash } from 'node:crypto';
import type { ServerSentEvent } from '../../../../http/event-stream.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { toCitation } from '../../../evidence/index.ts';
import { outlineOf } from '../outline.ts';
import { sourcesOf, toMessage } from '../schema.ts';
import { type AnswerState, findLastAnswer, findMessage, findUnansweredJobs } from '../store.ts';
import type { Watcher } from './answer-watch.ts';

export interface StreamRequest {
  db: Db;
  watcher: Watcher;
  chatId: string;
  lastEventId: string | undefined;
  signal: AbortSignal;
}

/** A comment is sent after this many polls without news, so that proxies do not close the connection. */
const quietPollsMax = 50;

/**
 * The answers of a thread while they are written: `text` appends verified text, `reset` starts the text again, `progress` has the
 * parts of the text with their citations and how much was found, `message` is
 * the complete answer, `failed` says why there is none, and `end` means that no question is being answered.
 */
export async function* streamAnswers(request: StreamRequest): AsyncGenerator<ServerSentEvent | 'idle'> {
  const { db, watcher, chatId, signal } = request;
  const end = () => watcher.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    const resumed = parseEventId(request.lastEventId);
    const sent = new Map<string, string>();
    const shown = new Map<string, string>();
    const open = new Set(await findUnansweredJobs(db, chatId));
    if (resumed) open.add(resumed.jobId);
    if (open.size === 0) yield* lastAnswer(db, chatId, request.lastEventId);
    let quietPolls = 0;
    while (open.size > 0) {
      const states = await watcher.next([...open]);
      if (states === undefined) return;
      const events =
        states === 'idle' ? [] : await advance(db, chatId, states, { open, sent, shown }, resumed);
      yield* events;
      quietPolls = events.length > 0 ? 0 : quietPolls + 1;
      if (quietPolls % quietPollsMax === quietPollsMax - 1) yield 'idle';
      // A question may have been asked while the others were answered.
      if (open.size === 0) for (const jobId of await findUnansweredJobs(db, chatId)) open.add(jobId);
    }
    yield { event: 'end', data: { chat_id: chatId } };
  } finally {
    signal.removeEventListener('abort', end);
    watcher.end();
  }
}

/** A browser that connects after the answer was stored still gets it. */
async function* lastAnswer(
  db: Db,
  chatId: string,
  lastEventId: string | undefined,
): AsyncGenerator<ServerSentEvent> {
  const answer = await findLastAnswer(db, chatId);
  if (answer && answer.id !== lastEventId) yield messageEvent(toMessage(answer));
}

interface Followed {
  /** The jobs that have no answer yet. */
  open: Set<string>;
  /** The text of each job that the browser has, and the last progress. */
  sent: Map<string, string>;
  shown: Map<string, string>;
}

async function advance(
  db: Db,
  chatId: string,
  states: AnswerState[],
  { open, sent, shown }: Followed,
  resumed: Resumed | undefined,
): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  const known = new Set(states.map(({ job_id }) => job_id));
  // The chat was deleted, or the id came from another chat.
  for (const jobId of open) if (!known.has(jobId)) open.delete(jobId);
  for (const state of states) {
    const { job_id, answer_id, status, error_code, error_message, content } = state;
    if (state.chat_id !== chatId) open.delete(job_id);
    else if (answer_id !== null) {
      open.delete(job_id);
      const answer = await findMessage(db, answer_id);
      if (answer) events.push(messageEvent(toMessage(answer)));
    } else if (status === 'failed') {
      open.delete(job_id);
      events.push({
        event: 'failed',
        data: { job_id, error: { code: error_code, message: error_message } },
      });
    } else if (content !== null) {
      if (!sent.has(job_id)) sent.set(job_id, alreadySent(content, job_id, resumed));
      events.push(...textEvents(job_id, sent.get(job_id) ?? '', content));
      sent.set(job_id, content);
      const progress = progressOf(state, content);
      if (shown.get(job_id) !== progress) {
        shown.set(job_id, progress);
        events.push({ event: 'progress', data: JSON.parse(progress) });
      }
    }
  }
  return events;
}

/** Complete each time, so that a browser that connects again has no gap. */
function progressOf(state: AnswerState, content: string): string {
  const { job_id, answered, citations, passages_found, files_found } = state;
  const draft = { content, answered, citations: citations ?? [] };
  return JSON.stringify({
    job_id,
    outline: outlineOf(draft),
    citations: draft.citations.map(toCitation),
    sources: sourcesOf(draft),
    passages_found,
    files_found,
  });
}

function textEvents(jobId: string, before: string, content: string): ServerSentEvent[] {
  if (content === before) return [];
  const text = (more: string): ServerSentEvent => ({
    id: eventId(jobId, content),
    event: 'text',
    data: { job_id: jobId, text: more },
  });
  if (content.startsWith(before)) return [text(content.slice(before.length))];
  return [{ event: 'reset', data: { job_id: jobId } }, text(content)];
}

const messageEvent = (message: ReturnType<typeof toMessage>): ServerSentEvent => ({
  id: message.id,
  event: 'message',
  data: message,
});

interface Resumed {
  jobId: string;
  length: number;
  digest: string;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Names the text that the browser has after this event. */
const eventId = (jobId: string, text: string) => `${jobId}.${text.length}.${digestOf(text)}`;

function parseEventId(id: string | undefined): Resumed | undefined {
  const [, jobId, length, digest] = /^(job_[0-9a-z]{26})\.(\d{1,9})\.([0-9a-f]{16})$/.exec(id ?? '') ?? [];
  return jobId && length && digest ? { jobId, length: Number(length), digest } : undefined;
}

/** The text that the browser received before it lost the connection. Text that changed since is sent again. */
function alreadySent(content: string, jobId: string, resumed: Resumed | undefined): string {
  if (resumed?.jobId !== jobId) return '';
  const before = content.slice(0, resumed.length);
  // Not the beginning of any text, so that the browser is told to start again.
  return digestOf(before) === resumed.digest ? before : '\u0000';
}

import type { Clock } from '../../../foundation/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { TaskHandler } from '../../../platform/tasks/index.ts';
import type { SentimentDeps } from './deps.ts';
import { isEnglish } from './language.ts';
import type { ScoreTask, work } from './score-worker.ts';
import { summarize } from './summarize.ts';

/** Added by a trigger when a response is completed. */
export const responseSentimentKind = 'response.sentiment';

/** Writes the tone of a response that is still completed. */
export type SaveResponseSentiment = (
  tx: Db,
  responseId: string,
  sentiment: { label: string; score: number },
  now: Date,
) => Promise<void>;

interface ResponseSentimentDeps extends Pick<SentimentDeps, 'db' | 'moodEmbedder' | 'threads'> {
  clock: Clock;
  saveResponseSentiment: SaveResponseSentiment;
}

/** Scores what a participant wrote. Responses without text, or in another language than English, have no tone. */
export const responseSentimentTask = (deps: ResponseSentimentDeps): TaskHandler => ({
  concurrency: 1,
  async run({ subject: responseId, workspace_id }, { signal, finish }) {
    const texts = await readTexts(deps.db, responseId);
    if (texts.length === 0 || !isEnglish(null, texts)) return;
    const task: ScoreTask = { texts, vectors: await deps.moodEmbedder.embed(texts, signal) };
    const scored = await deps.threads.run<ReturnType<typeof work>>(workspace_id, task);
    const scores = scored.filter((score) => score !== null);
    if (scores.length === 0) return;
    const { label, score } = summarize(scores);
    await finish((tx) => deps.saveResponseSentiment(tx, responseId, { label, score }, deps.clock.now()));
  },
  // The tone stays unknown; the response is complete without it.
  onExhausted: async () => {},
});

/** The participant's own words: texts of choices are the researcher's. A test has at most 100 questions. */
async function readTexts(db: Db, responseId: string): Promise<string[]> {
  const rows = await db.query<{ text: string }>(sql`
    select a.text from answers a join responses r on r.id = a.response_id
     where r.id = ${responseId} and r.status = 'completed' and btrim(a.text) <> '' and not a.in_screener
       and (a.type in ('open', 'task') or a.turn > 0)
     order by a.created_at, a.id`);
  return rows.map(({ text }) => text);
}

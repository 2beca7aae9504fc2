import type { Clock } from '../../../foundation/clock.ts';
import type { TaskHandler } from '../../../platform/tasks/index.ts';
import type { Registered } from '../../feature.ts';
import type { SentimentDeps } from './deps.ts';
import { isEnglish } from './language.ts';
import type { ScoreTask, work } from './score-worker.ts';
import { summarize } from './summarize.ts';

/** Added by a trigger when a response is completed. */
export const responseSentimentKind = 'response.sentiment';

interface ResponseSentimentDeps extends Pick<SentimentDeps, 'db' | 'moodEmbedder' | 'threads'> {
  clock: Clock;
  registered: Pick<Registered, 'sourceMaterial'>;
}

/** Scores what a participant wrote. Responses without text, or in another language than English, have no tone. */
export const responseSentimentTask = (deps: ResponseSentimentDeps): TaskHandler => ({
  concurrency: 1,
  async run({ subject: responseId, workspace_id }, { signal, finish }) {
    const texts = await deps.registered.sourceMaterial.readWords(deps.db, responseId);
    if (texts.length === 0 || !isEnglish(null, texts)) return;
    const task: ScoreTask = { texts, vectors: await deps.moodEmbedder.embed(texts, signal) };
    const scored = await deps.threads.run<ReturnType<typeof work>>(workspace_id, task);
    const scores = scored.filter((score) => score !== null);
    if (scores.length === 0) return;
    const { label, score } = summarize(scores);
    await finish((tx) =>
      deps.registered.sourceMaterial.saveTone(tx, responseId, { label, score }, deps.clock.now()),
    );
  },
  // The tone stays unknown; the response is complete without it.
  onExhausted: async () => {},
});

import type { LocalEmbedder } from '../../../platform/ai/embed/index.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { PeriodicTask } from '../../../platform/periodic/periodic.ts';
import type { TaskHandler, TaskQueue } from '../../../platform/tasks/index.ts';
import { findTranscript } from '../transcripts/index.ts';
import { embedTranscript } from './embed-transcript.ts';
import { findTranscriptsToEmbed } from './store.ts';

export interface EmbeddingDeps {
  db: Db;
  tasks: TaskQueue;
  embedder: LocalEmbedder;
}

/** Added by the trigger of the transcripts. */
const embedTask = 'transcript.embed';
/** For transcripts that were written before there were vectors, or while the model was missing. */
const backfillTask = 'transcript.embed_later';

const backfillMs = 60_000;
const backfilledAtOnce = 200;

export const embeddingTaskKinds = (deps: EmbeddingDeps): Record<string, TaskHandler> => ({
  // Two, so that a long transcript of one workspace never blocks the others.
  [embedTask]: { ...handler(deps), concurrency: 2 },
  [backfillTask]: { ...handler(deps), concurrency: 1 },
});

function handler({ db, embedder }: EmbeddingDeps): Omit<TaskHandler, 'concurrency'> {
  return {
    async run(task, { signal }) {
      // Without the model there is nothing to retry. The backfill continues when it is installed.
      if (!(await embedder.isInstalled())) return;
      const transcript = await findTranscript(db, task.subject);
      if (transcript) await embedTranscript(db, embedder, transcript, signal);
    },
    // The backfill tries it again.
    onExhausted: async () => {},
  };
}

export const backfill = (deps: EmbeddingDeps): PeriodicTask => ({
  name: 'embeddings',
  everyMs: backfillMs,
  async run() {
    if (!(await deps.embedder.isInstalled())) return;
    await deps.db.transaction(async (tx) => {
      const [lock] = await tx.query<{ taken: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended('backfill of embeddings', 0)) as taken`,
      );
      if (!lock?.taken) return;
      const kinds = [embedTask, backfillTask];
      const found = await findTranscriptsToEmbed(tx, deps.embedder.model, kinds, backfilledAtOnce);
      for (const { file_id, workspace_id } of found)
        await deps.tasks.add(tx, { kind: backfillTask, workspace_id, subject: file_id });
    });
  },
});

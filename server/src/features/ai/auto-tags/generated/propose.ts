import { type Embedder, EmbedderError } from '../../../../platform/ai/embed/index.ts';
import type { Generator } from '../../../../platform/ai/generate/index.ts';
import { TaskFailure } from '../../../../platform/tasks/index.ts';
import { ThreadLimit } from '../../../../platform/threads/index.ts';
import type { AutoTagRequest, Proposal } from '../proposal.ts';
import { generateDraft } from './generate-draft.ts';
import type { VerifyThreads } from './verify-threads.ts';

interface Run {
  generator: Generator;
  embedder: Embedder;
  threads: VerifyThreads;
  workspace_id: string;
  signal: AbortSignal;
  progress(percent: number): void;
}

/** The model proposes, the server verifies. */
export async function proposeWithModel(request: AutoTagRequest, run: Run): Promise<Proposal> {
  const { partly_read, ...draft } = await generateDraft(run.generator, request, run);
  const task = { ...draft, request, same_meaning: await findSameMeaning(request, draft.new_tags, run) };
  const proposal = await run.threads.run<Proposal>(run.workspace_id, task).catch((error: unknown) => {
    if (!(error instanceof ThreadLimit)) throw error;
    throw new TaskFailure('too_large', 'There is too much to verify at once. Send fewer files.', {
      retryable: error.limit === 'waiting',
    });
  });
  const skipped = partly_read.map((file_id) => ({ file_id, reason: 'partly_read' as const }));
  return { ...proposal, skipped: [...proposal.skipped, ...skipped] };
}

/** Names more similar than this mean the same: “Delivery costs” and “Shipping fees”. */
const sameMeaning = 0.8;

/** Finds the existing tag that a proposed one repeats. Without the embedding model, only equal words are repetitions. */
async function findSameMeaning(
  { all_tags }: AutoTagRequest,
  added: { name: string }[],
  { embedder, signal }: Run,
): Promise<Record<string, string>> {
  if (added.length === 0 || all_tags.length === 0) return {};
  try {
    const known = await embedder.embed(
      all_tags.map(({ name }) => name),
      signal,
    );
    const names = added.map(({ name }) => name);
    const vectors = await embedder.embed(names, signal);
    return Object.fromEntries(
      names.flatMap((name, i) => {
        const values = known.map((vector) => dot(vector, vectors[i] as Float32Array));
        const best = values.indexOf(Math.max(...values));
        return (values[best] ?? 0) >= sameMeaning ? [[name, all_tags[best]?.id ?? '']] : [];
      }),
    );
  } catch (error) {
    if (error instanceof EmbedderError) return {};
    throw error;
  }
}

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

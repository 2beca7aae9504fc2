import { GeneratorError } from '../../../platform/ai/generate/index.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import { readTagsToMatch, writeAiTaggings } from '../../coding/taggings/index.ts';
import { readSourceMaterial, requireSources, type Source, withoutInterviewer } from '../../evidence/index.ts';
import type { JobKind, JobRow, JobRun } from '../../jobs/index.ts';
import type { AutoTagDeps } from './deps.ts';
import { proposeInThread } from './embedded/run.ts';
import { proposeWithModel } from './generated/propose.ts';
import type { AutoTagRequest, Proposal, SkipReason, Transcript } from './proposal.ts';
import { AutoTagResult } from './schema.ts';
import type { AutoTagInput } from './service.ts';

/** What the embedded method reads in minutes, and what a language model reads in a reasonable number of requests. */
const embeddedWordsMax = 200_000;
const modelWordsMax = 300_000;

/** The job `auto_tag`: finds passages outside any transaction, then commits tags, taggings and events in one. */
export function autoTagJob(deps: AutoTagDeps): JobKind {
  return {
    result: AutoTagResult,
    // A remote model needs no CPU here. The embedded method shares one process for vectors.
    concurrency: deps.generator ? 4 : 2,
    async run(job, run) {
      const input = job.input as unknown as AutoTagInput;
      const wordsMax = deps.generator ? modelWordsMax : embeddedWordsMax;
      const { project_id } = job;
      const { sources, skipped } = await readSourceMaterial(
        deps.db,
        { project_id, file_ids: input.file_ids },
        wordsMax,
      );
      if (sources.length === 0)
        throw new TaskFailure('nothing_to_read', 'The transcripts to tag were deleted.');
      const request = await createRequest(deps, job, input, sources);
      const proposal = await propose(deps, request, job, run);
      const file_ids = sources.map(({ id }) => id);
      return async (tx, now) => {
        await requireSources(tx, project_id, file_ids);
        const outcome = await writeAiTaggings(
          deps,
          tx,
          {
            project: { id: project_id, workspace_id: job.workspace_id },
            job_id: job.id,
            status: input.mode === 'suggest' ? 'suggested' : 'accepted',
            now,
          },
          proposal,
        );
        const changed = outcome.changed_file_ids.map((file_id) => ({
          file_id,
          reason: 'transcript_changed' satisfies SkipReason,
        }));
        return {
          file_ids,
          created_tag_ids: outcome.created_tag_ids,
          tagging_count: input.mode === 'apply' ? outcome.written : 0,
          suggested_count: input.mode === 'suggest' ? outcome.written : 0,
          skipped: [...skipped, ...proposal.skipped, ...changed],
        };
      };
    },
  };
}

async function createRequest(
  { db }: AutoTagDeps,
  { project_id }: JobRow,
  input: AutoTagInput,
  sources: Source[],
): Promise<AutoTagRequest> {
  const all_tags = await readTagsToMatch(db, project_id);
  const wanted = input.tag_ids && new Set(input.tag_ids);
  return {
    transcripts: sources.map(toTranscript),
    tags: all_tags.filter(({ id }) => !wanted || wanted.has(id)),
    all_tags,
    people: [...new Set(sources.flatMap(({ segments }) => segments.map(({ speaker }) => speaker)))],
    max_new_tags: input.allow_new_tags ? input.max_new_tags : 0,
    min_confidence: input.min_confidence,
  };
}

function toTranscript(source: Source): Transcript {
  const answers = new Set(withoutInterviewer(source).map(({ id }) => id));
  return {
    file_id: source.id,
    language: source.language,
    segments: source.segments.map(({ id, speaker, text }) => ({
      id,
      speaker,
      text,
      isInterviewer: !answers.has(id),
    })),
  };
}

/** The progress of a job is known from the number of texts: most are sentences and answers of the transcripts. */
const textsPerSegment = 4;

async function propose(
  { generator, embedder, threads }: AutoTagDeps,
  request: AutoTagRequest,
  job: JobRow,
  run: JobRun,
): Promise<Proposal> {
  const { signal, progress } = run;
  if (!generator) {
    const segments = request.transcripts.reduce((sum, transcript) => sum + transcript.segments.length, 0);
    const onEmbedded = (count: number) => progress(Math.min(90, (90 * count) / (segments * textsPerSegment)));
    return proposeInThread(request, { embedder, signal, onEmbedded });
  }
  try {
    return await proposeWithModel(request, {
      generator: generator.forJob(job, run),
      embedder,
      threads,
      workspace_id: job.workspace_id,
      signal,
      progress,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GeneratorError)
      throw new TaskFailure(error.code, error.message, { retryable: error.retryable });
    throw error;
  }
}

import type { Emit } from '../../events/index.ts';
import { newId } from '../../foundation/ids.ts';
import { detectLanguage } from '../../platform/ai/extract/index.ts';
import { type Generator, GeneratorError } from '../../platform/ai/generate/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { TaskFailure } from '../../platform/tasks/index.ts';
import type { JobRow, JobRun, JobWork } from '../jobs/index.ts';
import { findInProject } from '../tags/index.ts';
import type { DraftRequest } from './extractive/draft.ts';
import { phrasesIn } from './extractive/phrases.ts';
import { draftInThread, extractiveModel } from './extractive/run.ts';
import { askModel } from './generated/ask-model.ts';
import { findSegments, readMaterial } from './material.ts';
import type { Citation } from './quotes/citation.ts';
import { createLibrary } from './quotes/library.ts';
import { settle } from './quotes/settle.ts';
import { type NewReport, toGeneratedReport } from './schema.ts';
import type { Draft, Source } from './sources.ts';
import { insertReport, type ReportRow } from './store.ts';

export interface ReportWorkDeps {
  db: Db;
  emit: Emit;
  publicUrl: string;
  /** The language model that was configured; without one, reports are put together from the material's sentences. */
  generator: Generator | undefined;
}

/** What is read at once: by the embedded generator in seconds, by a language model within its context. */
const embeddedWordsMax = 500_000;
const modelWordsMax = 60_000;

/** The job `report`: reads and writes outside any transaction, then keeps report and event together. */
export function reportWork(deps: ReportWorkDeps): JobWork {
  return {
    // A model is waited for; the embedded one computes, and leaves the other cores to the requests.
    atOnce: deps.generator ? 4 : 1,
    async run(job, run) {
      const input = job.input as NewReport;
      const { project_id } = job;
      const wordsMax = deps.generator ? modelWordsMax : embeddedWordsMax;
      const { sources, skipped } = await readMaterial(deps.db, { ...input, project_id }, wordsMax);
      if (sources.length === 0)
        throw new TaskFailure('nothing_to_read', 'What the report should read is no longer there.');
      run.progress(10);
      const language = input.language ?? languageOf(sources);
      const template = input.template ?? 'summary';
      const draft = await write(deps, { prompt: input.prompt, template, language, sources, skipped }, run);
      run.progress(90);
      const { marks, unverified } = phrasesIn(language);
      const { texts, citations } = settle([draft.summary, draft.body], {
        library: createLibrary(sources),
        known: [],
        claims: draft.claims,
        byPerson: false,
        marks,
        unverified,
      });
      const [summary = '', body_markdown = ''] = texts;
      const report = {
        workspace_id: job.workspace_id,
        project_id,
        title: input.title ?? (draft.title || input.prompt.slice(0, 120)),
        prompt: input.prompt,
        template,
        status: 'ready' as const,
        summary,
        body_markdown,
        citations,
        file_ids: sources.map(({ file_id }) => file_id),
        skipped,
        language,
        model: deps.generator?.model ?? extractiveModel,
        job_id: job.id,
        share_token: null,
        created_by: job.created_by,
      };
      return (tx, now) => keep(deps, tx, report, job, now);
    },
  };
}

async function write(
  { generator }: ReportWorkDeps,
  request: DraftRequest,
  { signal }: JobRun,
): Promise<Draft> {
  if (!generator) return draftInThread(request, signal);
  try {
    return await askModel(generator, request, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GeneratorError)
      throw new TaskFailure(error.code, error.message, { passing: error.passing });
    throw error;
  }
}

/** The language that most of the material is in. */
function languageOf(sources: Source[]): string | null {
  const tally = new Map<string, number>();
  for (const { language, segments } of sources) {
    const spoken = language ?? detectLanguage(segments.map(({ text }) => text).join(' '));
    if (spoken) tally.set(spoken, (tally.get(spoken) ?? 0) + segments.length);
  }
  const [most] = [...tally].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}

async function keep(
  { emit, publicUrl }: ReportWorkDeps,
  tx: Db,
  report: Omit<ReportRow, 'id' | 'created_at' | 'updated_at'>,
  job: JobRow,
  now: Date,
): Promise<object> {
  const row: ReportRow = {
    ...report,
    id: newId('report', now.getTime()),
    citations: await markGone(tx, report.project_id, report.citations),
    created_at: now,
    updated_at: now,
  };
  await insertReport(tx, row);
  await emit(tx, {
    type: 'report.generated',
    workspace_id: job.workspace_id,
    project_id: job.project_id,
    data: toGeneratedReport(row, publicUrl),
    at: now,
  });
  return { report_id: row.id, skipped: row.skipped };
}

/**
 * What was deleted while the report was being written. Files are held from here until it is kept, and before the
 * project in which it is counted: the order of whoever deletes one. Segments are not held: there are many, and an edit
 * locks them in an order of its own.
 */
async function markGone(tx: Db, projectId: string, citations: Citation[]): Promise<Citation[]> {
  const named = (key: 'file_id' | 'segment_id') =>
    citations.map((citation) => citation[key]).filter((id) => id !== null);
  const held = await findInProject(tx, 'file', projectId, named('file_id'));
  const files = new Set(held.map(({ id }) => id));
  const segments = await findSegments(tx, named('segment_id'));
  return citations.map((citation) => {
    const { file_id, segment_id } = citation;
    const gone =
      (file_id !== null && !files.has(file_id)) || (segment_id !== null && !segments.has(segment_id));
    return gone ? { ...citation, source_deleted: true } : citation;
  });
}

import { newId } from '../../../foundation/ids.ts';
import { EmbedderError } from '../../../platform/ai/embed/index.ts';
import { extractiveModel } from '../../../platform/ai/extractive-model.ts';
import { GeneratorError } from '../../../platform/ai/generate/index.ts';
import { detectLanguage } from '../../../platform/ai/text-analysis/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { unshared } from '../../../platform/secret-box/share-links.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import { markDeletedSources, readSourceMaterial, requireSources, type Source } from '../../evidence/index.ts';
import type { JobKind, JobRow, JobRun } from '../../jobs/index.ts';
import type { ReportDeps } from './deps.ts';
import type { Draft, DraftRequest } from './draft.ts';
import { draftInThread } from './extractive/run.ts';
import { generateDraft, readableWords } from './generated/generate-draft.ts';
import { phrasesIn } from './phrases.ts';
import { insertNumbers, renderNumbers } from './response-numbers.ts';
import { addRevision } from './revisions/store.ts';
import { type ReportRequest, ReportResult, skippedOf, toGeneratedReport } from './schema.ts';
import { chosenSources } from './service.ts';
import { insertReport, type ReportRow } from './store.ts';
import { ReportTooLarge } from './threads/report-threads.ts';

/** What the embedded generator processes in seconds. */
const embeddedWordsMax = 500_000;

/** The job `report`: generates outside any transaction, then commits report and event in one transaction. */
export function reportJob(deps: ReportDeps): JobKind {
  return {
    result: ReportResult,
    // A remote model needs no CPU here. With two embedded ones, the long report of one workspace does not delay others.
    concurrency: deps.generator ? 4 : 2,
    async run(job, run) {
      const input = job.input as ReportRequest;
      const { project_id } = job;
      const wordsMax = deps.generator ? readableWords(deps.generator) : embeddedWordsMax;
      const { sources, skipped } = await readSourceMaterial(
        deps.db,
        { project_id, ...chosenSources(deps.registered.sourceMaterial, input) },
        wordsMax,
      );
      if (sources.length === 0)
        throw new TaskFailure('nothing_to_read', 'The material for this report was deleted.');
      run.progress(10);
      const language = input.language ?? languageOf(sources);
      const template = input.template ?? 'summary';
      const draft = await createDraft(
        deps,
        { prompt: input.prompt, template, language, sources, skipped },
        job,
        run,
      );
      run.progress(90);
      const { marks, unverified } = phrasesIn(language);
      const verifying = deps.threads.verify(job.workspace_id, {
        texts: [draft.summary, draft.body],
        sources,
        known: [],
        namedSegments: draft.namedSegments,
        byPerson: false,
        marks,
        unverified,
      });
      const { texts, citations } = await verifying.catch((error: unknown) => {
        if (error instanceof ReportTooLarge) throw new TaskFailure('report_too_large', error.message);
        throw error;
      });
      const [summary = '', written = ''] = texts;
      const choices = await deps.registered.sourceMaterial.countChoices(deps.db, idsOf(sources, 'response'));
      const numbers = renderNumbers(choices, language);
      const body_markdown = insertNumbers(written, numbers, template === 'survey');
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
        file_ids: idsOf(sources, 'file'),
        response_ids: idsOf(sources, 'response'),
        skipped,
        language,
        model: deps.generator?.model ?? extractiveModel,
        job_id: job.id,
        ...unshared,
        created_by: job.created_by,
      };
      return (tx, now) => saveReportAndEvent(deps, tx, report, job, now);
    },
  };
}

async function createDraft(
  deps: ReportDeps,
  request: DraftRequest,
  job: JobRow,
  run: JobRun,
): Promise<Draft> {
  const { generator } = deps;
  const { signal } = run;
  const hasPassages = request.sources.some(({ segments }) => segments.length > 0);
  if (!generator || !hasPassages) return draftExtractively(deps, request, run);
  try {
    const onProgress = (fraction: number) => run.progress(10 + fraction * 80);
    return await generateDraft(generator.forJob(job, run), request, { signal, onProgress });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GeneratorError)
      throw new TaskFailure(error.code, error.message, { retryable: error.retryable });
    throw error;
  }
}

/** Without the files of the embedding model, passages are compared by their words, and the report says so. */
async function draftExtractively(
  { embedder, moodEmbedder }: ReportDeps,
  request: DraftRequest,
  { signal, progress }: JobRun,
): Promise<Draft> {
  try {
    const onProgress = (share: number) => progress(10 + Math.floor(share * 70));
    const embedders = { meaning: embedder, mood: moodEmbedder };
    return await draftInThread(request, { embedders, signal, onProgress });
  } catch (error) {
    if (!(error instanceof EmbedderError) || error.code !== 'not_configured') throw error;
    return draftInThread(request, { embedders: undefined, signal });
  }
}

const idsOf = (sources: Source[], kind: Source['kind']) =>
  sources.filter((source) => source.kind === kind).map(({ id }) => id);

/** The language of most segments. */
function languageOf(sources: Source[]): string | null {
  const tally = new Map<string, number>();
  for (const { language, segments } of sources) {
    const spoken = language ?? detectLanguage(segments.map(({ text }) => text).join(' '));
    if (spoken) tally.set(spoken, (tally.get(spoken) ?? 0) + segments.length);
  }
  const [most] = [...tally].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}

async function saveReportAndEvent(
  { emit, links, registered }: ReportDeps,
  tx: Db,
  report: Omit<ReportRow, 'id' | 'version' | 'created_at' | 'updated_at'>,
  job: JobRow,
  now: Date,
): Promise<object> {
  const material = registered.sourceMaterial;
  await requireSources(tx, report.project_id, report.file_ids, { ids: report.response_ids, material });
  const row: ReportRow = {
    ...report,
    id: newId('report', now.getTime()),
    version: 1,
    citations: await markDeletedSources(tx, report.project_id, report.citations, material),
    created_at: now,
    updated_at: now,
  };
  await insertReport(tx, row);
  await addRevision(tx, row, 'generate', null);
  await emit(tx, {
    type: 'report.generated',
    workspace_id: job.workspace_id,
    project_id: job.project_id,
    data: toGeneratedReport(row, links),
    at: now,
  });
  return { report_id: row.id, ...skippedOf(row.skipped) };
}

import { invalidField } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { type CoverageQuery, filesMax, lengthSteps } from './schema.ts';
import { type FileCoverageRow, readFileCoverage, readUnusedPassages } from './store.ts';

export async function readCoverage({ db, principal }: Caller, projectId: string, query: CoverageQuery) {
  const [, files, unused] = await Promise.all([
    getProjectForRead(db, principal, projectId),
    readFileCoverage(db, projectId, query),
    query.unused ? readUnusedPassages(db, projectId, query) : null,
  ]);
  if (files.length > filesMax)
    throw invalidField(
      'file_ids',
      `The project has more than ${filesMax} files with transcripts. Name up to that many with file_ids.`,
    );
  const sum = (count: keyof FileCoverageRow & `${string}_count`) =>
    files.reduce((total, file) => total + file[count], 0);
  return {
    project_id: projectId,
    passage_count: sum('passage_count'),
    highlighted_count: sum('highlighted_count'),
    cited_count: sum('cited_count'),
    unused_count: sum('unused_count'),
    files: files.map(toFileCoverage),
    unused_passages:
      unused?.map((passage) => ({
        segment_id: passage.segment_id,
        file_id: passage.file_id,
        file_name: passage.file_name,
        speaker: passage.speaker,
        start_seconds: passage.start_seconds,
        end_seconds: passage.end_seconds,
        text: passage.text,
        score: passage.score === null ? null : Math.round(passage.score * 1_000) / 1_000,
      })) ?? null,
  };
}

const toFileCoverage = (row: FileCoverageRow) => ({
  file_id: row.file_id,
  name: row.name,
  passage_count: row.passage_count,
  highlighted_count: row.highlighted_count,
  cited_count: row.cited_count,
  unused_count: row.unused_count,
  length_seconds: row.length_seconds,
  cited_spans: spansOf(row, row.cited),
  highlighted_spans: spansOf(row, row.highlighted),
  strong_unused_seconds: row.strong_unused,
});

const spansOf = ({ length_seconds }: FileCoverageRow, spans: [number, number][]) =>
  spans.map(([from, to]) => ({
    start_seconds: milliseconds((from / lengthSteps) * length_seconds),
    end_seconds: milliseconds((to / lengthSteps) * length_seconds),
  }));

const milliseconds = (seconds: number) => Math.round(seconds * 1_000) / 1_000;

import { type ErrorDetail, invalid } from '../../../../foundation/errors.ts';
import type { NewReport, ReportRequest } from '../schema.ts';

export type ReportByHand = Pick<NewReport, 'title' | 'summary' | 'template' | 'language'> & {
  body_markdown: string;
};

/** A report is written by a job, from a prompt, or by hand. Fields of the other kind are refused. */
export function kindOf(input: NewReport): { request: ReportRequest } | { byHand: ReportByHand } {
  const { prompt, body_markdown, summary, file_ids, response_ids, tag_ids, ...rest } = input;
  if (prompt !== undefined) {
    refuse({ body_markdown, summary }, 'cannot be given with prompt: the job writes the text.');
    const sources = { file_ids, response_ids, tag_ids };
    return { request: { ...rest, ...withoutUndefined(sources), prompt } };
  }
  if (body_markdown === undefined)
    throw invalid([{ field: 'prompt', message: 'is required, or body_markdown for a report by hand.' }]);
  refuse(
    { file_ids, response_ids, tag_ids },
    'belongs to a report with a prompt. A report by hand may quote every file and response of its project.',
  );
  return { byHand: { ...rest, ...withoutUndefined({ summary }), body_markdown } };
}

function refuse(fields: object, message: string): void {
  const faults: ErrorDetail[] = Object.keys(withoutUndefined(fields)).map((field) => ({ field, message }));
  if (faults.length > 0) throw invalid(faults);
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

import Type, { type Static } from 'typebox';
import {
  commonFields,
  Id,
  IdFilter,
  Input,
  Language,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
  Text,
  VisibleText,
} from '../../../http/schema.ts';
import type { ShareLinks } from '../../../platform/secret-box/share-links.ts';
import { Citation, type Skipped, skipReasons, toCitation } from '../../evidence/index.ts';
import { citationsIn } from '../../evidence/quotes/index.ts';
import { templates } from './draft.ts';
import { exportFormats } from './export.ts';
import { type ListedReportRow, type ReportRow, reportStatuses } from './store.ts';

const fields = {
  ...commonFields('report'),
  project_id: ProjectId(),
  title: Type.String({
    description: 'As requested, else taken from the prompt or proposed by the model.',
    examples: ['What stops people at checkout'],
  }),
  prompt: Type.String({
    description: 'The question that the report answers.',
    examples: ['What stops people from finishing the purchase?'],
  }),
  template: OneOf(templates, { description: 'Decides which sections the report has.' }),
  status: OneOf(reportStatuses, { description: '`ready`, or `edited` after a user has changed it.' }),
  summary: Type.String({ description: 'The answer in a few sentences, in Markdown.' }),
  quote_count: Type.Integer({
    minimum: 0,
    description: 'Quotations that a transcript contains word for word.',
  }),
  unverified_quote_count: Type.Integer({
    minimum: 0,
    description: 'Quotations that no transcript contains; the text shows them without quotation marks.',
  }),
  file_ids: Type.Array(Id('file'), { description: 'The files whose transcripts were read.' }),
  response_ids: Type.Array(Id('response'), { description: 'The responses whose written answers were read.' }),
  skipped: Type.Array(
    Type.Object({
      file_id: Id('file', 'The file that was left out, or read in part.'),
      reason: OneOf(skipReasons, {
        description:
          '`no_transcript`; `no_tagged_passage`: nothing in it has the tags; `too_long`: other files filled the available space; `partly_read`.',
      }),
    }),
    {
      description: 'Requested files that are not, or not completely, in the report.',
    },
  ),
  skipped_responses: Type.Array(
    Type.Object({
      response_id: Id('response', 'The response that was left out, or read in part.'),
      reason: OneOf(skipReasons, {
        description: '`no_transcript`: it has no answer; `no_tagged_passage`; `too_long`; `partly_read`.',
      }),
    }),
    { description: 'Requested responses that are not, or not completely, in the report.' },
  ),
  language: Nullable(
    Type.String({ description: 'Language of the report (BCP 47); null if unknown.', examples: ['en'] }),
  ),
  model: Type.String({
    description:
      'What wrote it. `parley-extractive-1` selects sentences of the transcripts; others are language models.',
    examples: ['parley-extractive-1'],
  }),
  job_id: Id('job', 'The job that wrote the report.'),
  share_url: Nullable(
    Type.String({
      description: 'Public link: anyone who has it can read the report. Null while it is not shared.',
    }),
  ),
};

/** The payload of `report.generated`: without the body (spec §8.2). */
export const GeneratedReport = Resource('GeneratedReport', fields, {
  description: 'The report without its text.',
});

const Section = Type.Object({
  heading: Type.String({ description: 'Plain text; empty for text before the first heading.' }),
  body_markdown: Type.String({ description: 'Text of the section without its heading, in Markdown.' }),
  citation_ids: Type.Array(Type.String({ examples: ['cit_1'] }), {
    description: 'Ids of the `citations` in this section, in order of appearance.',
  }),
});

export const Report = Resource(
  'Report',
  {
    ...fields,
    body_markdown: Type.String({ description: 'The whole text below the summary, in Markdown.' }),
    sections: Type.Array(Section, {
      description: 'The parts of `body_markdown`, by its headings of the second level.',
    }),
    citations: Type.Array(Citation, { description: 'Every quotation of the report, verified or not.' }),
  },
  { description: 'An answer to a question about the transcripts of a project, with verified quotations.' },
);

/**
 * A report in a list. v1 guarantees the last three fields in every item, but they are empty: the bodies of a page would be
 * tens of megabytes.
 */
export const ListedReport = Resource(
  'ListedReport',
  {
    ...fields,
    body_markdown: Type.String({
      description: 'Always empty in a list. Get the report for its text.',
      examples: [''],
    }),
    sections: Type.Array(Section, {
      description: 'Always empty in a list. Get the report for its sections.',
      examples: [[]],
    }),
    citations: Type.Array(Citation, {
      description: 'Always empty in a list. Get the report for its citations.',
      examples: [[]],
    }),
  },
  { description: 'A report in a list, without its text.' },
);

/** Files and responses that were not read, as two lists. */
export const skippedOf = (skipped: Skipped[]) => ({
  skipped: skipped.filter((one) => 'file_id' in one),
  skipped_responses: skipped.filter((one) => 'response_id' in one),
});

const outlineOf = (
  row: Omit<ListedReportRow, 'quote_count' | 'unverified_quote_count'>,
  links: ShareLinks,
) => ({
  id: row.id,
  project_id: row.project_id,
  title: row.title,
  prompt: row.prompt,
  template: row.template,
  status: row.status,
  summary: row.summary,
  file_ids: row.file_ids,
  response_ids: row.response_ids,
  ...skippedOf(row.skipped),
  language: row.language,
  model: row.model,
  job_id: row.job_id,
  share_url: links.urlOf('reports', row),
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const toListedReport = (row: ListedReportRow, links: ShareLinks) => ({
  ...outlineOf(row, links),
  quote_count: row.quote_count,
  unverified_quote_count: row.unverified_quote_count,
  body_markdown: '',
  sections: [],
  citations: [],
});

export const toGeneratedReport = (row: ReportRow, links: ShareLinks) => ({
  ...outlineOf(row, links),
  quote_count: row.citations.filter(({ verified }) => verified).length,
  unverified_quote_count: row.citations.filter(({ verified }) => !verified).length,
});

export const toReport = (row: ReportRow, links: ShareLinks) => ({
  ...toGeneratedReport(row, links),
  body_markdown: row.body_markdown,
  sections: sectionsOf(row),
  citations: row.citations.map(toCitation),
});

function sectionsOf({ body_markdown, citations }: ReportRow) {
  const known = new Set(citations.map(({ id }) => id));
  const sections: { heading: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of body_markdown.split('\n')) {
    if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^##\s+(\S.*)$/.exec(line)?.[1];
    const last = sections.at(-1);
    if (heading !== undefined) sections.push({ heading: heading.trim(), lines: [] });
    else if (last) last.lines.push(line);
    else if (line.trim() !== '') sections.push({ heading: '', lines: [line] });
  }
  return sections.map(({ heading, lines }) => ({
    heading,
    body_markdown: lines.join('\n').trim(),
    citation_ids: citationsIn(lines.join('\n')).filter((id) => known.has(id)),
  }));
}

const Ids = (itemsMax: number, description: string, itemsMin = 0) =>
  Type.Array(Type.String({ maxLength: 60 }), {
    minItems: itemsMin,
    maxItems: itemsMax,
    uniqueItems: true,
    description,
  });
const Title = () => VisibleText(1, 200);

export const NewReport = Input({
  prompt: VisibleText(1, 10_000, { description: 'The question that the report answers.' }),
  title: Type.Optional(Title()),
  file_ids: Type.Optional(
    Ids(1_000, 'Only these files. Default: all files of the project, or none if `response_ids` is given.', 1),
  ),
  response_ids: Type.Optional(
    Ids(
      1_000,
      'The written answers of these responses. Default: all completed responses of the project, or none if `file_ids` is given. An empty list reads no response, and all files unless `file_ids` is given.',
    ),
  ),
  tag_ids: Type.Optional(Ids(100, 'Only passages that have one of these tags.')),
  template: Type.Optional(OneOf(templates, { default: 'summary' })),
  language: Type.Optional(Language()),
});
export type NewReport = Static<typeof NewReport>;

export const ReportChange = Input(
  {
    title: Type.Optional(Title()),
    body_markdown: Type.Optional(VisibleText(1, 200_000)),
    summary: Type.Optional(Text(0, 20_000)),
  },
  { minProperties: 1 },
);
export type ReportChange = Static<typeof ReportChange>;

export const ReportsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  status: Type.Optional(SomeOf(reportStatuses)),
  template: Type.Optional(SomeOf(templates)),
  file_id: Type.Optional(IdFilter('file', { description: 'Only reports that read this file.' })),
  q: Type.Optional(SearchText('title or prompt')),
});

export const ExportQuery = Input({
  format: OneOf(exportFormats, { description: 'The format to write.' }),
});

export const ReportExport = Resource(
  'ReportExport',
  {
    format: OneOf(exportFormats, { description: 'As requested.' }),
    filename: Type.String({
      description: 'Suggested name, from the title.',
      examples: ['What stops people at checkout.docx'],
    }),
    content_type: Type.String({
      description: 'Media type of the file.',
      examples: ['text/markdown; charset=utf-8'],
    }),
    encoding: OneOf(['utf-8', 'base64'], {
      description: 'How `content` holds the file: as its text, or, for docx, its bytes in base64.',
    }),
    content: Type.String({ description: 'The file, encoded as `encoding` says.' }),
  },
  { description: 'A report as a file.' },
);

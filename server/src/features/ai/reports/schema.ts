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
import { QuotedSegmentsList } from './quotations/schema.ts';
import { exportFormats } from './rendering/export.ts';
import { type ListedReportRow, type ReportRow, reportStatuses } from './store.ts';

const skippedFields = {
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
};

/** Where a generated report comes from. */
const origin = {
  prompt: Type.String({
    description: 'The question that the report answers.',
    examples: ['What stops people from finishing the purchase?'],
  }),
  template: OneOf(templates, { description: 'Decides which sections the report has.' }),
  model: Type.String({
    description:
      'What wrote it. `parley-extractive-1` selects sentences of the transcripts; others are language models.',
    examples: ['parley-extractive-1'],
  }),
  job_id: Id('job', 'The job that wrote the report.'),
};
/** The same of every report: null if it was created by hand, except for a template. */
const originOrNull = {
  prompt: Nullable(origin.prompt),
  template: Nullable(origin.template),
  model: Nullable(origin.model),
  job_id: Nullable(origin.job_id),
};

const fields = {
  ...commonFields('report'),
  project_id: ProjectId(),
  title: Type.String({
    description: 'As requested, else taken from the prompt or proposed by the model.',
    examples: ['What stops people at checkout'],
  }),
  status: OneOf(reportStatuses, {
    description: '`ready`, or `edited` after a user has written or changed it.',
  }),
  summary: Type.String({ description: 'The answer in a few sentences, in Markdown.' }),
  quote_count: Type.Integer({
    minimum: 0,
    description: 'Quotations that a transcript contains word for word.',
  }),
  unverified_quote_count: Type.Integer({
    minimum: 0,
    description: 'Quotations that no transcript contains; the text shows them without quotation marks.',
  }),
  file_ids: Type.Array(Id('file'), {
    description: 'The files whose transcripts were read; of a report by hand, those that it quotes.',
  }),
  response_ids: Type.Array(Id('response'), {
    description: 'The responses whose written answers were read; of a report by hand, those that it quotes.',
  }),
  ...skippedFields,
  language: Nullable(
    Type.String({ description: 'Language of the report (BCP 47); null if unknown.', examples: ['en'] }),
  ),
  version: Type.Integer({
    minimum: 1,
    description: 'Increases when the title or the text changes; send it as `expected_version`.',
    examples: [1],
  }),
  share_url: Nullable(
    Type.String({
      description: 'Public link: anyone who has it can read the report. Null while it is not shared.',
    }),
  ),
};

/** The payload of `report.generated`: without the body (spec §8.2). */
export const GeneratedReport = Resource(
  'GeneratedReport',
  { ...fields, ...origin },
  {
    description: 'The report without its text.',
  },
);

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
    ...originOrNull,
    body_markdown: Type.String({ description: 'The whole text below the summary, in Markdown.' }),
    sections: Type.Array(Section, {
      description: 'The parts of `body_markdown`, by its headings of the second level.',
    }),
    citations: Type.Array(Citation, { description: 'Every quotation of the report, verified or not.' }),
  },
  {
    description:
      'An answer to a question about the transcripts of a project, with verified quotations. `prompt`, `model` and `job_id` are null if it was created by hand, and `template` if it has none.',
  },
);

/** A report in a list. The last three fields are null, because the bodies of a page would be tens of megabytes. */
export const ListedReport = Resource(
  'ListedReport',
  {
    ...fields,
    ...originOrNull,
    body_markdown: Type.Null({ description: 'Always null in a list. Get the report for its text.' }),
    sections: Type.Null({ description: 'Always null in a list. Get the report for its sections.' }),
    citations: Type.Null({ description: 'Always null in a list. Get the report for its citations.' }),
  },
  { description: 'A report in a list, without its text.' },
);

/** The result of a job of type `report`. */
export const ReportResult = Resource(
  'ReportResult',
  { report_id: Id('report', 'The report that was written.'), ...skippedFields },
  { description: 'The report that the job wrote. Null until it has succeeded.' },
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
  version: row.version,
  share_url: links.urlOf('reports', row),
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const toListedReport = (row: ListedReportRow, links: ShareLinks) => ({
  ...outlineOf(row, links),
  quote_count: row.quote_count,
  unverified_quote_count: row.unverified_quote_count,
  body_markdown: null,
  sections: null,
  citations: null,
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
export const ExpectedVersion = () =>
  Type.Integer({
    minimum: 1,
    description: 'Refuse the change if the report is no longer at this version.',
    examples: [1],
  });

const Body = () => Text(0, 200_000, { description: 'The text below the summary, in Markdown.' });
const Summary = () => Text(0, 20_000, { description: 'In Markdown.' });

export const NewReport = Input({
  prompt: Type.Optional(
    VisibleText(1, 10_000, { description: 'The question that the report answers. Starts a job.' }),
  ),
  body_markdown: Type.Optional(
    Text(0, 200_000, {
      description:
        'Instead of `prompt`: the text of a report by hand, in Markdown. If it is empty, the report has the headings of the `template`, if there is one.',
    }),
  ),
  summary: Type.Optional(Summary()),
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
  template: Type.Optional(
    OneOf(templates, { description: 'Which sections the report has. Default with a `prompt`: `summary`.' }),
  ),
  language: Type.Optional(Language()),
});
export type NewReport = Static<typeof NewReport>;
/** The request for a report that a job writes. */
export type ReportRequest = Omit<NewReport, 'prompt' | 'body_markdown' | 'summary'> & { prompt: string };

export const ReportChange = Input(
  {
    title: Type.Optional(Title()),
    body_markdown: Type.Optional(Body()),
    summary: Type.Optional(Summary()),
    quoted_segments: Type.Optional(QuotedSegmentsList()),
    expected_version: Type.Optional(ExpectedVersion()),
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

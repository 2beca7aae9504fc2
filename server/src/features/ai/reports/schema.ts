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
  Resource,
  SearchText,
  SomeOf,
  Text,
  VisibleText,
} from '../../../http/schema.ts';
import type { ShareLinks } from '../../../platform/secret-box/share-links.ts';
import { exportFormats } from './export.ts';
import { templates } from './extractive/draft.ts';
import { citationsIn } from './quotes/book.ts';
import { skipReasons } from './sources.ts';
import { type ListedReportRow, type ReportRow, reportStatuses } from './store.ts';

const Citation = Resource('Citation', {
  id: Type.String({ description: 'In the text it stands as `[cit_1]`.', examples: ['cit_1'] }),
  file_id: Nullable(Id('file')),
  response_id: Nullable(Id('response')),
  segment_id: Nullable(Id('segment')),
  start_seconds: Nullable(Type.Number({ minimum: 0, examples: [312.4] })),
  end_seconds: Nullable(Type.Number({ minimum: 0, examples: [318.9] })),
  speaker: Nullable(Type.String({ examples: ['Mina'] })),
  quote: Type.String({ examples: ['I wanted to see the total with shipping.'] }),
  verified: Type.Boolean({
    description: 'It stands there word for word. If not, it is never printed as a quotation.',
  }),
  transcript_revision: Nullable(Type.Integer({ description: 'The revision in which it was looked up.' })),
  source_deleted: Type.Boolean({ description: 'What it was taken from is gone; the quote stays.' }),
});

const fields = {
  ...commonFields('report'),
  project_id: Id('project'),
  title: Type.String({ examples: ['What stops people at checkout'] }),
  prompt: Type.String({ examples: ['What stops people from finishing the purchase?'] }),
  template: OneOf(templates),
  status: OneOf(reportStatuses, { description: '`edited` after a person has changed it.' }),
  summary: Type.String({ description: 'Markdown.' }),
  quote_count: Type.Integer({
    minimum: 0,
    description: 'Quotations that were found in a transcript word for word.',
  }),
  unverified_quote_count: Type.Integer({
    minimum: 0,
    description: 'What was given as a quotation and is none; it is printed without quotation marks.',
  }),
  file_ids: Type.Array(Id('file'), { description: 'The files that were read.' }),
  skipped: Type.Array(Type.Object({ file_id: Id('file'), reason: OneOf(skipReasons) }), {
    description: 'What was asked for and did not go into the report.',
  }),
  language: Nullable(Type.String({ examples: ['en'] })),
  model: Type.String({
    description: '`parley-extractive-1` puts together sentences of the material; others are language models.',
    examples: ['parley-extractive-1'],
  }),
  job_id: Id('job'),
  share_url: Nullable(
    Type.String({ description: 'Anyone with this link can open it; null while it is not shared.' }),
  ),
};

/** The payload of `report.generated`: without the body (spec §8.2). */
export const GeneratedReport = Resource('GeneratedReport', fields);

const Section = Type.Object({
  heading: Type.String(),
  body_markdown: Type.String(),
  citation_ids: Type.Array(Type.String({ examples: ['cit_1'] })),
});

export const Report = Resource('Report', {
  ...fields,
  body_markdown: Type.String({ description: 'The whole text below the summary.' }),
  sections: Type.Array(Section, {
    description: 'The parts of `body_markdown`, by its headings of the second level.',
  }),
  citations: Type.Array(Citation),
});

/**
 * A report in a list. v1 promises the three last fields in every item, so that they are there, but empty: the bodies of a
 * page would be tens of megabytes.
 */
export const ListedReport = Resource('ListedReport', {
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
  skipped: row.skipped,
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
  citations: row.citations.map(({ file_name: _name, page: _page, ...citation }) => citation),
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
  prompt: VisibleText(1, 10_000, { description: 'What the report shall answer.' }),
  title: Type.Optional(Title()),
  file_ids: Type.Optional(Ids(1_000, 'Only these files; absent: all of the project.', 1)),
  response_ids: Type.Optional(Ids(1_000, 'Only these responses.')),
  tag_ids: Type.Optional(Ids(100, 'Only passages that carry one of these tags.')),
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

export const ReportExport = Resource('ReportExport', {
  format: OneOf(exportFormats),
  filename: Type.String({ examples: ['What stops people at checkout.docx'] }),
  content_type: Type.String({ examples: ['text/markdown; charset=utf-8'] }),
  encoding: OneOf(['utf-8', 'base64'], {
    description: 'How `content` holds the file: as its text, or, for docx, its bytes in base64.',
  }),
  content: Type.String(),
});

import Type from 'typebox';
import { pageSizeDefault, pageSizeMax } from '../../../foundation/limits.ts';
import {
  Cursor,
  Id,
  IdFilter,
  Input,
  Nullable,
  OneOf,
  Pattern,
  ProjectId,
  Resource,
  VisibleText,
} from '../../../http/schema.ts';
import { documentTypes, type HitContext, type HitRow } from './store.ts';

export const searchModes = ['lexical', 'semantic', 'hybrid'] as const;
export type SearchMode = (typeof searchModes)[number];

export const SearchHit = Resource(
  'SearchHit',
  {
    type: OneOf(documentTypes, { description: 'What was found.' }),
    id: Type.String({
      description: 'Id of the record of that type.',
      examples: ['note_01k9p3v7e8r5ys1q2w4x6z8abc'],
    }),
    title: Nullable(
      Type.String({
        description: 'Name or title of the record; for a segment, the name of its file. Null if it has none.',
        examples: ['Interview with Ada'],
      }),
    ),
    project_id: ProjectId(),
    project_name: Type.String({ description: 'For display.', examples: ['Checkout usability, autumn'] }),
    file_id: Nullable(Id('file', 'The file that the hit is in; null if it is in none.')),
    speaker: Nullable(
      Type.String({ description: 'Who speaks in a segment; null for other types.', examples: ['Ada'] }),
    ),
    snippet: Type.String({
      description: 'The passage around the hit as safe HTML: hits in `<mark>`, everything else escaped.',
      examples: ['They all look for the <mark>price</mark> first.'],
    }),
    start_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'Where the hit begins in the recording; null if it has no time.',
      }),
    ),
    url: Type.String({ description: 'Opens the hit in the web application.' }),
  },
  { description: 'One search result, the best first.' },
);

interface Hit {
  row: HitRow;
  context: HitContext;
  snippet: string;
}

export const toHit = ({ row, context, snippet }: Hit, publicUrl: string) => ({
  type: row.type,
  id: row.id,
  title: row.title ?? context.file_name,
  project_id: row.project_id,
  project_name: context.project_name,
  file_id: row.file_id,
  speaker: context.speaker,
  snippet,
  start_seconds: row.start_seconds,
  url: [`${publicUrl}/projects/${row.project_id}`, pathOf(row)].filter(Boolean).join('/'),
});

function pathOf({ type, id, file_id, start_seconds }: HitRow): string {
  if (type === 'project') return '';
  if (type === 'segment') return `files/${file_id}?t=${start_seconds ?? 0}`;
  if (type === 'card') return `board?card=${id}`;
  return `${type}s/${id}`;
}

/** A type in the singular or, as in the routes, in the plural (`notes`). */
const oneType = ` *(${documentTypes.join('|')})s? *`;

export const SearchQuery = Input({
  q: VisibleText(1, 200, {
    description:
      'All words must match. The last word may be a prefix, typos are tolerated, and words in quotation marks must be adjacent. With `mode=semantic`, a question or a sentence whose meaning is searched.',
    examples: ['checkout price'],
  }),
  mode: Type.Optional(
    OneOf(searchModes, {
      default: 'lexical',
      description:
        '`lexical` finds words. `semantic` finds segments with a similar meaning, whatever their words. `hybrid` does both and combines the two rankings; all types other than segments are found by their words.',
    }),
  ),
  types: Type.Optional(
    Pattern(`^${oneType}(,${oneType})*$`, `must be one or more of: ${documentTypes.join(', ')}.`, {
      maxLength: 500,
      description: `Only these types, separated by commas: ${documentTypes.join(', ')}.`,
      examples: ['note,card'],
    }),
  ),
  project_id: Type.Optional(
    IdFilter('project', { description: 'Only in this project, or in these, separated by commas.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageSizeMax,
      default: pageSizeDefault,
      description: 'Rows in a page.',
    }),
  ),
  cursor: Type.Optional(Cursor()),
});

import Type from 'typebox';
import { pageSizeDefault, pageSizeMax } from '../../foundation/limits.ts';
import { Cursor, Id, IdFilter, Input, Nullable, OneOf, Resource, VisibleText } from '../../http/schema.ts';
import { documentTypes, type HitRow } from './store.ts';

export const SearchHit = Resource('SearchHit', {
  type: OneOf(documentTypes),
  id: Type.String({ examples: ['note_01k9p3v7e8r5ys1q2w4x6z8abc'] }),
  project_id: Id('project'),
  file_id: Nullable(Id('file')),
  snippet: Type.String({
    description: 'The passage around the hit as safe HTML: hits in `<mark>`, everything else escaped.',
    examples: ['They all look for the <mark>price</mark> first.'],
  }),
  start_seconds: Nullable(Type.Number({ minimum: 0 })),
  url: Type.String({ description: 'The place in the web application.' }),
});

export const toHit = (row: HitRow, snippet: string, publicUrl: string) => ({
  type: row.type,
  id: row.id,
  project_id: row.project_id,
  file_id: row.file_id,
  snippet,
  start_seconds: row.start_seconds,
  url: `${publicUrl}/projects/${row.project_id}/${placeOf(row)}`,
});

function placeOf({ type, id, file_id, start_seconds }: HitRow): string {
  if (type === 'segment') return `files/${file_id}?t=${start_seconds ?? 0}`;
  if (type === 'card') return `board?card=${id}`;
  return `${type}s/${id}`;
}

export const SearchQuery = Input({
  q: VisibleText(1, 200, {
    description:
      'Words that must all be there; the last may be the beginning of one, slips of the finger are forgiven, and what is between quotation marks must stand together.',
    examples: ['checkout price'],
  }),
  types: Type.Optional(
    Type.String({
      maxLength: 100,
      description: `Only these, separated by commas: ${documentTypes.join(', ')}.`,
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

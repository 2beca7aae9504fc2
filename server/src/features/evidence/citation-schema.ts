import Type from 'typebox';
import { Id, Nullable, Resource } from '../../http/schema.ts';
import type { Citation as StoredCitation } from './quotes/citation.ts';

export const Citation = Resource(
  'Citation',
  {
    id: Type.String({
      description: 'Unique in the report or message. In the text it appears as `[cit_1]`.',
      examples: ['cit_1'],
    }),
    file_id: Nullable(Id('file', 'The file that is quoted; null if the quote was not found.')),
    response_id: Nullable(Id('response', 'The response that is quoted; null for a file.')),
    segment_id: Nullable(Id('segment', 'The segment in which the quote begins; null if it was not found.')),
    start_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'Start of the quote in the recording; null if unknown.',
        examples: [312.4],
      }),
    ),
    end_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'End of the quote in the recording; null if unknown.',
        examples: [318.9],
      }),
    ),
    speaker: Nullable(Type.String({ description: 'Who says it; null if unknown.', examples: ['Mina'] })),
    quote: Type.String({
      description: 'The words, without quotation marks.',
      examples: ['I wanted to see the total with shipping.'],
    }),
    verified: Type.Boolean({
      description:
        'True if the transcript contains it word for word. If false, the text never shows it as a quotation.',
    }),
    transcript_revision: Nullable(
      Type.Integer({ description: 'The transcript revision that was searched; null if none was.' }),
    ),
    source_deleted: Type.Boolean({ description: 'True after the source was deleted; the quote remains.' }),
  },
  { description: 'Where a quotation of a report or of an answer comes from.' },
);

/** Leaves out the fields that only the attribution of a quotation uses. */
export const toCitation = ({
  file_name: _name,
  page: _page,
  kept_revision: _kept,
  ...citation
}: StoredCitation) => citation;

import Type, { type Static } from 'typebox';
import { DateTime, Id, Input, messageKeyword, Nullable, OneOf, Resource } from '../../../../http/schema.ts';

export const quotationStates = ['verified', 'changed', 'kept', 'source_deleted', 'unverified'] as const;

const CitationId = () =>
  Type.String({
    pattern: '^cit_\\d{1,6}$',
    [messageKeyword]: 'Use the id of a citation of the report, such as cit_1.',
    description: 'Id of a citation of the report.',
    examples: ['cit_1'],
  });

const Quotation = Type.Object({
  citation_id: CitationId(),
  state: OneOf(quotationStates, {
    description:
      '`verified`: the source has these words. `changed`: the transcript was changed since. `kept`: it was changed, and a person decided to keep the words. `source_deleted`: the words remain. `unverified`: no source has them.',
  }),
  current_quote: Nullable(
    Type.String({
      description: 'If `changed`: the words that the transcript has now; null if they were removed from it.',
      examples: ['all the Sunday slots were gone'],
    }),
  ),
  segment_ids: Type.Array(Id('segment'), {
    description: 'The segments of `current_quote`, to name in `quoted_segments`.',
  }),
  changed_by: Nullable(Type.String({ description: 'The user who changed the words last; null if unknown.' })),
  changed_at: Nullable(DateTime('When the words were changed last; null if they were not.')),
});
export type Quotation = Static<typeof Quotation>;

export const ReportQuotations = Resource(
  'ReportQuotations',
  {
    report_id: Id('report', 'The report that has these quotations.'),
    version: Type.Integer({ minimum: 1, description: 'The version of the report.' }),
    quotations: Type.Array(Quotation, { description: 'The state of each citation of the report.' }),
  },
  { description: 'Whether the transcripts still have what a report quotes.' },
);

export const KeepQuotations = Input({
  citation_ids: Type.Array(CitationId(), {
    minItems: 1,
    maxItems: 2_000,
    uniqueItems: true,
    description: 'Citations whose words stay as quoted.',
  }),
});

const QuotedSegments = Type.Object(
  {
    citation_id: CitationId(),
    segment_ids: Type.Array(Type.String({ maxLength: 60 }), {
      minItems: 1,
      maxItems: 200,
      description: 'The segments that contain the quotation.',
    }),
  },
  { additionalProperties: false },
);

/** Where new quotations come from: words such as "Yes." occur more than once in a project. */
export const QuotedSegmentsList = () =>
  Type.Array(QuotedSegments, {
    maxItems: 500,
    description:
      'The segments of quotations that `body_markdown` adds or changes, by citation id. Without them, a quotation must occur exactly once in the material.',
  });
export type QuotedSegments = Static<typeof QuotedSegments>;

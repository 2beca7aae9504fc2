import Type, { type Static } from 'typebox';
import {
  Input,
  Language,
  Nullable,
  OneOf,
  Text,
  type Variant,
  VisibleText,
  variantsKeyword,
} from '../../../http/schema.ts';
import { segmentCharactersMax, segmentsMax } from './limits.ts';
import { roles, Seconds } from './schema.ts';

const SegmentText = () => VisibleText(1, segmentCharactersMax);
const SpeakerLabel = () => VisibleText(1, 100);

const NewSegment = Input(
  {
    id: Type.Optional(
      Type.String({
        maxLength: 60,
        description:
          'The id of an existing segment of this transcript. Without it, the server matches times and words.',
      }),
    ),
    speaker: Type.Optional(SpeakerLabel()),
    speaker_id: Type.Optional(Type.String({ maxLength: 60 })),
    start_seconds: Seconds(),
    end_seconds: Seconds(),
    text: SegmentText(),
    page: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
    confidence: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Ignored. Accepted so that the response of a GET can be sent back.',
      }),
    ),
  },
  { title: 'SegmentInput' },
);

const overlaps = Type.Optional(
  OneOf(['refuse', 'trim'] as const, {
    default: 'refuse',
    description: '`trim`: sort by time, and end each segment where the next begins.',
  }),
);

const expected_revision = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'Refuse the edit if the transcript is no longer at this revision.',
  }),
);

const expected_version = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'Refuse the change if the segment is no longer at this version. Other segments do not matter.',
    examples: [1],
  }),
);

const replacementFields = {
  segments: Type.Optional(Type.Array(NewSegment, { minItems: 1, maxItems: segmentsMax })),
  format: Type.Optional(OneOf(['vtt', 'srt'] as const)),
  content: Type.Optional(Text(1, 20_000_000, { description: 'The text of a VTT or SRT file.' })),
  language: Type.Optional(Nullable(Language())),
  overlaps,
};

const replacementRules = {
  description: 'Either `segments`, or `format` and `content`.',
  // The rules of `segmentsOf` in import.ts.
  [variantsKeyword]: [
    {
      suffix: 'BySegments',
      description: 'The segments of the transcript.',
      required: ['segments'],
      without: ['content'],
      example: {
        segments: [
          {
            speaker: 'Mina',
            start_seconds: 1,
            end_seconds: 4,
            text: 'I wanted to see the total with shipping.',
          },
        ],
      },
    },
    {
      suffix: 'BySubtitles',
      description: 'The text of a subtitle file.',
      required: ['format', 'content'],
      without: ['segments'],
      example: { format: 'srt', content: '1\n00:00:01,000 --> 00:00:04,000\nI looked for the total.\n' },
    },
  ] satisfies Variant[],
};

/** An imported transcript, as a source of a file (spec §4.2). */
export const NewTranscript = Input(replacementFields, { title: 'TranscriptImport', ...replacementRules });
export type NewTranscript = Static<typeof NewTranscript>;

export const TranscriptReplacement = Input({ ...replacementFields, expected_revision }, replacementRules);
export type TranscriptReplacement = Static<typeof TranscriptReplacement>;

export const SegmentEdit = Input(
  {
    text: Type.Optional(SegmentText()),
    speaker_id: Type.Optional(Type.String({ maxLength: 60 })),
    speaker: Type.Optional(
      VisibleText(1, 100, {
        description:
          'Instead of `speaker_id`: the label of a speaker. A speaker with a new label is added to the transcript.',
      }),
    ),
    start_seconds: Type.Optional(Seconds()),
    end_seconds: Type.Optional(Seconds()),
    expected_revision,
    expected_version,
  },
  { minProperties: 1 },
);
export type SegmentEdit = Static<typeof SegmentEdit>;

const SegmentChange = Input(
  {
    id: Type.String({ maxLength: 60, description: 'The segment to change.' }),
    text: Type.Optional(SegmentText()),
    speaker_id: Type.Optional(Type.String({ maxLength: 60 })),
    speaker: Type.Optional(
      VisibleText(1, 100, { description: 'Instead of `speaker_id`: the label of a speaker, known or new.' }),
    ),
    expected_version,
  },
  { title: 'SegmentChange', description: 'New words or another speaker of a segment.' },
);
export const SegmentEdits = Input({
  segments: Type.Array(SegmentChange, { minItems: 1, maxItems: segmentsMax }),
});
export type SegmentEdits = Static<typeof SegmentEdits>;

export const SpeakerEdit = Input(
  { label: Type.Optional(SpeakerLabel()), role: Type.Optional(Nullable(OneOf(roles))), expected_revision },
  { minProperties: 1 },
);
export type SpeakerEdit = Static<typeof SpeakerEdit>;

export const SplitInput = Input({
  at_seconds: Seconds('Where the second part begins.'),
  at_character: Type.Integer({
    minimum: 1,
    description: 'Length of the text of the first part, in Unicode code points.',
  }),
  expected_revision,
  expected_version,
});
export const JoinInput = Input({ expected_revision, expected_version });
export const MergeInput = Input({ into_speaker_id: Type.String({ maxLength: 60 }), expected_revision });
export const RevertInput = Input({ revision: Type.Integer({ minimum: 1 }), expected_revision });
export const UndoInput = Input({
  revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The revision of yours to undo, and no other; default: your last change that is not undone yet. With the revision of an undo, this redoes the change.',
    }),
  ),
});

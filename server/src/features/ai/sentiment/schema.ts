import Type, { type Static } from 'typebox';
import { DateTime, Id, Input, Nullable, OneOf, ProjectId, Resource } from '../../../http/schema.ts';
import { skipReasons } from './readable.ts';
import type { MomentRow, StoredFileSentiment } from './store.ts';
import { type Mood, moods, type Summary } from './summarize.ts';

const Label = () =>
  OneOf(moods, {
    description:
      '`positive` from a score of 0.12 on, `negative` from -0.12 on. In between `mixed` if both moods have a fifth of the words, else `neutral`.',
  });
const Score = () =>
  Type.Number({
    minimum: -1,
    maximum: 1,
    description: 'From -1 (negative) to 1 (positive): the mean of the segments, weighted by their words.',
    examples: [-0.31],
  });
const Count = (mood: string) => Type.Integer({ minimum: 0, description: `Segments that are ${mood}.` });
const CountsOf = () =>
  Type.Object(
    { positive: Count('positive'), neutral: Count('neutral'), negative: Count('negative') },
    {
      description:
        'Number of segments by mood. Segments of interviewers and observers, and in another language than English, do not count.',
    },
  );

const Moment = Resource(
  'SentimentMoment',
  {
    file_id: Id('file', 'The file in which it is said.'),
    segment_id: Id('segment', 'The segment that was scored.'),
    speaker: Type.String({ description: 'Who says it.', examples: ['Mina'] }),
    start_seconds: Type.Number({ minimum: 0, description: 'Start of the segment.', examples: [312.4] }),
    end_seconds: Type.Number({ minimum: 0, description: 'End of the segment.', examples: [318.9] }),
    quote: Type.String({
      description: 'The text of the segment, word for word.',
      examples: ['I gave up after the second form.'],
    }),
    score: Type.Number({
      minimum: -1,
      maximum: 1,
      description: 'From -1 (negative) to 1 (positive).',
      examples: [-0.87],
    }),
  },
  { description: 'A segment with a strong mood.' },
);

const moments = {
  most_positive: Type.Array(Moment, {
    description:
      'The strongest positive moments, the strongest first. Segments that were edited since are left out.',
  }),
  most_negative: Type.Array(Moment, {
    description:
      'The strongest negative moments, the strongest first. Segments that were edited since are left out.',
  }),
};

const fileFields = {
  file_id: Id('file', 'The file that was analyzed.'),
  label: Label(),
  score: Score(),
  counts: CountsOf(),
  transcript_revision: Type.Integer({
    minimum: 1,
    description: 'The revision of the transcript that was read.',
  }),
  stale: Type.Boolean({
    description: 'True if the transcript was changed since. Start a new analysis to refresh the result.',
  }),
  analyzed_at: DateTime('When the result was stored.'),
};

export const FileSentiment = Resource(
  'FileSentiment',
  {
    ...fileFields,
    project_id: ProjectId(),
    speakers: Type.Array(
      Type.Object({
        speaker_id: Type.String({
          description: 'An entry of `speakers` of the transcript.',
          examples: ['spk_1'],
        }),
        speaker: Type.String({ description: 'The label that the speaker had.', examples: ['Mina'] }),
        label: Label(),
        score: Score(),
        counts: CountsOf(),
      }),
      { description: 'The mood of each participant.' },
    ),
    ...moments,
    segments: Type.Array(
      Resource(
        'SegmentSentiment',
        {
          segment_id: Id('segment', 'The segment that was scored.'),
          label: OneOf(['positive', 'neutral', 'negative'], { description: 'The most probable mood.' }),
          score: Moment.properties.score,
          start_seconds: Moment.properties.start_seconds,
          end_seconds: Moment.properties.end_seconds,
        },
        { description: 'The mood of one segment.' },
      ),
      {
        description:
          'The mood of every segment of a participant, in the order of time. Segments that were edited since are left out.',
      },
    ),
    model: Type.String({
      description: 'What scored the segments.',
      examples: ['parley-sentiment-3'],
    }),
    job_id: Id('job', 'The job that made the result.'),
  },
  { description: 'The mood of what participants say in a file.' },
);

export const ProjectSentiment = Resource(
  'ProjectSentiment',
  {
    project_id: ProjectId(),
    overall: Nullable(
      Type.Object(
        { label: Label(), score: Score() },
        { description: 'The mood of all analyzed files together; null if there are none.' },
      ),
    ),
    counts: CountsOf(),
    stale: Type.Boolean({ description: 'True if the transcript of an analyzed file was changed since.' }),
    unanalyzed_file_count: Type.Integer({
      minimum: 0,
      description:
        'Files with a transcript that were never analyzed, or are in a language that cannot be analyzed.',
    }),
    files: Type.Array(Type.Object(fileFields), {
      description: 'The analyzed files, the most negative first.',
    }),
    ...moments,
  },
  { description: 'The mood of what participants say in the files of a project.' },
);

interface Moments {
  most_positive: MomentRow[];
  most_negative: MomentRow[];
}

const toFile = (row: StoredFileSentiment) => ({
  file_id: row.file_id,
  label: row.label as Mood,
  score: row.score,
  counts: row.counts,
  transcript_revision: row.revision,
  stale: row.revision !== row.current_revision,
  analyzed_at: row.analyzed_at,
});

/** Without `segments`, which PostgreSQL renders. */
export const toFileSentiment = (row: StoredFileSentiment & Moments) => ({
  ...toFile(row),
  project_id: row.project_id,
  speakers: row.speakers,
  most_positive: row.most_positive,
  most_negative: row.most_negative,
  model: row.model,
  job_id: row.job_id,
});

export const toProjectSentiment = (
  projectId: string,
  rows: StoredFileSentiment[],
  { label, score, counts }: Summary,
  unanalyzed: number,
  found: Moments,
) => ({
  project_id: projectId,
  overall: rows.length === 0 ? null : { label, score },
  counts,
  stale: rows.some((row) => row.revision !== row.current_revision),
  unanalyzed_file_count: unanalyzed,
  files: rows.map(toFile),
  ...found,
});

/** The result of a job of type `sentiment`. */
export const SentimentResult = Resource(
  'SentimentResult',
  {
    overall: Type.Object(
      { label: Label(), score: Score() },
      { description: 'The mood of all analyzed files together.' },
    ),
    files: Type.Array(
      Type.Object({ file_id: fileFields.file_id, label: Label(), score: Score(), counts: CountsOf() }),
      { description: 'The analyzed files.' },
    ),
    skipped: Type.Array(
      Type.Object({
        file_id: Id('file', 'The file that was not analyzed, or not completely.'),
        reason: OneOf(skipReasons, {
          description:
            '`no_transcript`; `unsupported_language`: it is not in English; `no_participant_speech`: only interviewers and observers speak; `too_long`: the other files filled the job; `partly_another_language`: its segments in another language were left out.',
        }),
      }),
      { description: 'Requested files that were not analyzed, or not completely.' },
    ),
  },
  { description: 'The mood of each file. Null until the job has succeeded.' },
);

export const NewSentiment = Input({
  file_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 60 }), {
      minItems: 1,
      maxItems: 1_000,
      uniqueItems: true,
      description: 'Only these files; default: all files of the project.',
    }),
  ),
});
export type NewSentiment = Static<typeof NewSentiment>;
export const NewFileSentiment = Input({});

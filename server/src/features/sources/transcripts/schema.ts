import Type from 'typebox';
import {
  DateTime,
  Id,
  Input,
  Language,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
} from '../../../http/schema.ts';
import { exportFormats } from './formats/format-transcript.ts';
import type { RevisionRow, SegmentRow, SegmentWord, Speaker as SpeakerRow, TranscriptRow } from './store.ts';

export const roles = ['interviewer', 'participant', 'observer'] as const;
const SpeakerId = () =>
  Type.String({ description: 'Unique in the transcript; an entry of `speakers`.', examples: ['spk_1'] });
export const Seconds = (description?: string) =>
  Type.Number({ minimum: 0, maximum: 1e7, description, examples: [12.5] });

const Speaker = Resource(
  'Speaker',
  {
    id: SpeakerId(),
    label: Type.String({
      description: 'Name or role, as shown next to the text.',
      examples: ['Interviewer'],
    }),
    role: Nullable(OneOf(roles, { description: 'Part in the conversation; null if not set.' })),
  },
  { description: 'A person who speaks in a transcript.' },
);

const Word = Type.Object({
  text: Type.String({ description: 'The word with its punctuation.', examples: ['expect'] }),
  start_seconds: Seconds('From the start of the recording.'),
  end_seconds: Seconds('From the start of the recording.'),
  start_character: Type.Integer({
    minimum: 0,
    description: 'Offset of the word in the text of the segment, in Unicode code points.',
  }),
});

export const Segment = Resource(
  'Segment',
  {
    id: Id('segment', 'Does not change when the segment is edited.'),
    speaker: Type.String({ description: 'Label of the speaker, for display.', examples: ['Interviewer'] }),
    speaker_id: SpeakerId(),
    start_seconds: Seconds('From the start of the recording.'),
    end_seconds: Seconds('Always greater than `start_seconds`.'),
    text: Type.String({
      description: 'What is said or written.',
      examples: ['What did you expect to happen here?'],
    }),
    page: Nullable(Type.Integer({ minimum: 1, description: 'Page of a document; null for a recording.' })),
    confidence: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'How sure the speech recognition is; null if it does not say, or for text by a person.',
      }),
    ),
    version: Type.Integer({
      minimum: 1,
      description: 'Increases when the segment changes; send it as `expected_version`.',
      examples: [1],
    }),
    words: Type.Optional(
      Type.Array(Word, {
        description: 'With `words=true`: when each word was spoken. Absent if that is not known.',
      }),
    ),
  },
  { description: 'A passage of one speaker.' },
);

const revision = Type.Integer({ minimum: 1, description: 'Revision of the transcript; each edit adds one.' });

export const Transcript = Resource(
  'Transcript',
  {
    file_id: Id('file', 'The file that it is the transcript of.'),
    project_id: ProjectId(),
    language: Nullable(Language('Language of the text (BCP 47); null if unknown.')),
    time_basis: OneOf(['media', 'estimated'] as const, {
      description:
        '`media`: times of the recording; `estimated`: a document, its times computed at 150 words a minute.',
    }),
    revision,
    speakers: Type.Array(Speaker, { description: 'Everyone who speaks, in order of appearance.' }),
    segments: Type.Array(Segment, { description: 'The text in order of time, without overlaps.' }),
    created_at: DateTime('When the first revision was made.'),
    updated_at: DateTime('When this revision was made.'),
  },
  { description: 'What is said or written in a file.' },
);

const detached_anchors = Type.Integer({
  minimum: 0,
  description:
    'Taggings, pieces of evidence and citations whose words this change removed. They remain, marked `detached`.',
  examples: [0],
});
export const WrittenTranscript = Resource(
  'WrittenTranscript',
  {
    ...Transcript.properties,
    detached_anchors,
  },
  { description: 'The transcript after the change.' },
);
export const DeletedTranscript = Resource(
  'DeletedTranscript',
  {
    id: Id('file', 'The file whose transcript was deleted.'),
    deleted: Type.Literal(true, { description: 'Always true.' }),
    detached_anchors,
  },
  { description: 'Confirms the deletion.' },
);

export const ChangedSegment = Resource(
  'ChangedSegment',
  { ...Segment.properties, revision },
  {
    description: 'The segment after the change.',
  },
);
export const ChangedSpeaker = Resource(
  'ChangedSpeaker',
  { ...Speaker.properties, revision },
  {
    description: 'The speaker after the change.',
  },
);
export const SegmentsChange = Resource(
  'SegmentsChange',
  {
    file_id: Id('file', 'The file whose transcript was changed.'),
    revision,
    segments: Type.Array(Segment, {
      description: 'Segments that were changed or created, in order of time.',
    }),
    removed_segment_ids: Type.Array(Type.String(), { description: 'Segments that no longer exist.' }),
  },
  { description: 'What a split or a join changed.' },
);

export const Revision = Resource(
  'TranscriptRevision',
  {
    revision,
    action: OneOf(
      [
        'transcribe',
        'import',
        'replace',
        'edit',
        'split',
        'join',
        'rename_speaker',
        'merge_speakers',
        'revert',
        'undo',
      ] as const,
      { description: 'What made this revision.' },
    ),
    language: Nullable(Language('Language of the text (BCP 47); null if unknown.')),
    speakers: Type.Array(Speaker, { description: 'The speakers of this revision.' }),
    segment_count: Type.Integer({ minimum: 0, description: 'Segments of this revision.' }),
    created_by: Nullable(Type.String({ description: 'The user who made the edit; null for AI.' })),
    created_at: DateTime('When the edit was made.'),
  },
  { description: 'An entry in the history of a transcript.' },
);

export const TranscriptExport = Resource(
  'TranscriptExport',
  {
    format: OneOf(exportFormats, { description: 'As requested.' }),
    filename: Type.String({ description: 'Suggested name, from the file.', examples: ['Interview 4.vtt'] }),
    content: Type.String({ description: 'The whole text of the file.' }),
  },
  { description: 'A transcript as a file.' },
);

export const SpeakerParams = Type.Object({
  speakerId: Type.String({ maxLength: 60, description: 'The id of the speaker.', examples: ['spk_1'] }),
});
export const TranscriptQuery = Input({
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: 'An earlier revision; default: the current one.' }),
  ),
  words: Type.Optional(
    Type.Boolean({ description: 'Adds the times of the words to each segment, if known.' }),
  ),
});
export const ExportQuery = Input({
  format: OneOf(exportFormats, { description: 'The format to write.' }),
});
export const RevisionsQuery = listQuery(['-created_at', 'created_at'], {});

export const toSegments = (segments: SegmentRow[], speakers: SpeakerRow[]) => {
  const labels = new Map(speakers.map((speaker) => [speaker.id, speaker.label]));
  return segments.map((segment) => ({
    id: segment.id,
    speaker: labels.get(segment.speaker_id) ?? segment.speaker_id,
    speaker_id: segment.speaker_id,
    start_seconds: segment.start_seconds,
    end_seconds: segment.end_seconds,
    text: segment.text,
    page: segment.page,
    confidence: segment.confidence,
    version: segment.since_revision,
  }));
};

export const toTranscript = (transcript: TranscriptRow, segments: SegmentRow[]) => ({
  file_id: transcript.file_id,
  project_id: transcript.project_id,
  language: transcript.language,
  time_basis: transcript.time_basis,
  revision: transcript.revision,
  speakers: transcript.speakers,
  segments: toSegments(segments, transcript.speakers),
  created_at: transcript.created_at,
  updated_at: transcript.updated_at,
});

/** Adds the times of the words, if known. */
export const withWords = (
  transcript: ReturnType<typeof toTranscript>,
  words: ReadonlyMap<string, SegmentWord[]>,
) => ({
  ...transcript,
  segments: transcript.segments.map((segment) => {
    const known = words.get(segment.id);
    return known ? { ...segment, words: known } : segment;
  }),
});

export const toRevision = (row: RevisionRow) => ({
  revision: row.revision,
  action: row.action,
  language: row.language,
  speakers: row.speakers,
  segment_count: row.segment_count,
  created_by: row.created_by,
  created_at: row.created_at,
});

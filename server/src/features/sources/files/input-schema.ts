import Type, { type Static } from 'typebox';
import {
  DateTimeInput,
  documentKeyword,
  Input,
  Language,
  languagePattern,
  Metadata,
  messageKeyword,
  Nullable,
  OutboundUrl,
  Pattern,
  Text,
  type Variant,
  VisibleText,
  variantsKeyword,
} from '../../../http/schema.ts';
import { NewTranscript } from '../transcripts/index.ts';
import { fileBytesMax } from './limits.ts';

/** A part of the new file, and the body of the request that starts a transcription. */
export const TranscribeOptions = Input(
  {
    language: Type.Optional(
      Pattern(`^(auto|${languagePattern})$`, 'Use auto, or a language code such as en or pt-BR.', {
        maxLength: 35,
        default: 'auto',
        description: '`auto`, or a BCP 47 tag such as `en`.',
      }),
    ),
    diarize: Type.Optional(Type.Boolean({ default: true, description: 'Distinguish the speakers.' })),
    speakers_expected: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    speaker_names: Type.Optional(
      Type.Array(VisibleText(1, 100), {
        maxItems: 20,
        uniqueItems: true,
        description:
          'Names for the speakers of a recording, in the order in which they first speak. Speakers without a name are `Speaker 2` and so on.',
      }),
    ),
    vocabulary: Type.Optional(Type.Array(Text(1, 100), { maxItems: 200, description: 'Words to expect.' })),
    overwrite: Type.Optional(
      Type.Boolean({ default: false, description: 'Replace an existing transcript.' }),
    ),
  },
  { title: 'TranscribeOptions', examples: [{ language: 'auto', diarize: true }] },
);
export type TranscribeOptions = Static<typeof TranscribeOptions>;

const controls = '\\u0000-\\u001f\\u007f-\\u009f';
const printable = `[^${controls}]`;
/** Displayed and sent in headers, so control characters are refused. It is never used as a path. */
const Name = () =>
  VisibleText(1, 255, {
    pattern: `^${printable}*$`,
    [messageKeyword]: 'must not contain control characters.',
    [documentKeyword]: { pattern: `^${printable}*[^\\s${controls}]${printable}*$` },
  });
const bytesMax = Math.max(...Object.values(fileBytesMax));

const optionalFields = {
  recorded_at: Type.Optional(Nullable(DateTimeInput('When it was recorded.'))),
  language: Type.Optional(Nullable(Language())),
  metadata: Type.Optional(Metadata()),
  tag_ids: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100, uniqueItems: true })),
};

const creationFields = {
  name: Type.Optional(Name()),
  checksum_sha256: Type.Optional(
    Pattern('^[0-9a-fA-F]{64}$', 'Use the SHA-256 of the bytes: 64 hexadecimal digits.', {
      description: 'The bytes are refused if their checksum differs.',
    }),
  ),
  transcribe: Type.Optional(
    Type.Unsafe<boolean | TranscribeOptions>({
      anyOf: [{ type: 'boolean' }, TranscribeOptions],
      description: 'Transcribe the file as soon as it is ready.',
    }),
  ),
  ...optionalFields,
};

const id = (prefix: string) => `${prefix}_01k9p3v7e8r5ys1q2w4x6z8abc`;

/** The rules of `checkSource` in create.ts, for the OpenAPI document. */
const sourceVariants: Variant[] = [
  {
    suffix: 'ByUpload',
    description: 'Send the bytes afterwards, to the upload URL of the response.',
    required: ['name', 'size_bytes'],
    without: ['url', 'text', 'transcript'],
    example: { name: 'Interview 4.mp4', content_type: 'video/mp4', size_bytes: 48_213_004 },
  },
  {
    suffix: 'ByUrl',
    description: 'The server fetches the bytes.',
    required: ['url'],
    without: ['size_bytes', 'text', 'transcript', 'content_type'],
    example: { url: 'https://example.com/interview-4.mp4', transcribe: true },
  },
  {
    suffix: 'ByText',
    description: 'A text file.',
    required: ['name', 'text'],
    without: ['size_bytes', 'url', 'transcript', 'content_type', 'checksum_sha256'],
    example: { name: 'Notes.txt', text: 'Mina could not find the total.', tag_ids: [id('tag')] },
  },
  {
    suffix: 'ByTranscript',
    description: 'A transcript without a recording.',
    required: ['name', 'transcript'],
    without: ['size_bytes', 'url', 'text', 'content_type', 'checksum_sha256'],
    fields: {
      transcribe: { type: 'boolean', not: { enum: [true] }, description: 'There is nothing to transcribe.' },
    },
    example: {
      name: 'Interview 4',
      transcript: { format: 'srt', content: '1\n00:00:01,000 --> 00:00:04,000\nI looked for the total.\n' },
    },
  },
];

export const NewFile = Input(
  {
    ...creationFields,
    content_type: Type.Optional(
      Pattern('^[\\x21-\\x7e ]+$', 'Use a content type such as video/mp4.', { minLength: 1, maxLength: 255 }),
    ),
    size_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: bytesMax })),
    url: Type.Optional(OutboundUrl({ maxLength: 2048 })),
    text: Type.Optional(VisibleText(1, 5_000_000)),
    transcript: Type.Optional(NewTranscript),
  },
  {
    [variantsKeyword]: sourceVariants,
    description:
      'Exactly one source: `size_bytes` (then send the bytes), `url`, `text`, or `transcript`. Or send `multipart/form-data` with a `file` part.',
  },
);
export type NewFile = Static<typeof NewFile>;

/** The other fields of a multipart form. */
export const FormFields = Input(creationFields);
export type FormFields = Static<typeof FormFields>;

/** The parts of a form, for the OpenAPI document. */
export const FileForm = Type.Object(
  {
    file: Type.Unsafe<Blob>({ type: 'string', format: 'binary', minLength: 1, description: 'The bytes.' }),
    name: creationFields.name,
    checksum_sha256: creationFields.checksum_sha256,
    language: Type.Optional(Language()),
    recorded_at: Type.Optional(DateTimeInput('When it was recorded.')),
  },
  {
    description:
      'The bytes and text parts. `transcribe`, `metadata` and `tag_ids` can be sent too, as JSON in a text part. Default for `name`: the name of the file part.',
  },
);

export const FileChange = Input({ name: Type.Optional(Name()), ...optionalFields }, { minProperties: 1 });
export type FileChange = Static<typeof FileChange>;

export const FileMove = Input({
  project_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Another project that you can change.',
  }),
});

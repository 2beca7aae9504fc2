import Type from 'typebox';
import { Nullable } from '../../../http/schema.ts';

/** The fields of clips and reels that are described alike. */
export const recordingFields = (kind: 'clip' | 'reel') => ({
  description: Nullable(Type.String({ description: 'Plain text; null if none was given.' })),
  captions: Type.Boolean({ description: 'Whether a video has a caption track with its transcript.' }),
  download_url: Nullable(
    Type.String({
      description: 'MP4 or m4a; signed, valid for an hour. Null in lists and until it is ready.',
    }),
  ),
  share_url: Nullable(
    Type.String({
      description: `Public link: anyone who has it can watch the ${kind}. Null while it is not shared.`,
    }),
  ),
  error: Nullable(
    Type.Object(
      {
        code: Type.String({ description: 'What failed, for programs.' }),
        message: Type.String({ description: 'What failed, for people.' }),
      },
      { description: 'Why `status` is `failed`; null otherwise.' },
    ),
  ),
});

/** For a new or changed recording. */
export const NewDescription = () => Type.Optional(Nullable(Type.String({ maxLength: 5000 })));

import Type, { type Static } from 'typebox';
import { Id, Input, OneOf, Resource } from '../../../http/schema.ts';
import { skipReasons } from './proposal.ts';

const Ids = (description: string, maxItems: number) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems, uniqueItems: true, description }),
  );

const options = {
  tag_ids: Ids('Apply only these tags of the project; default: all of its tags.', 1_000),
  allow_new_tags: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether the job may create tags for themes of the material that no tag covers.',
    }),
  ),
  max_new_tags: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 20,
      description: 'The maximum number of tags that the job creates.',
    }),
  ),
  mode: Type.Optional(
    OneOf(['apply', 'suggest'] as const, {
      default: 'apply',
      description:
        '`apply` creates accepted taggings; `suggest` creates suggested ones, which users accept or reject.',
    }),
  ),
  min_confidence: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'Passages with a lower confidence are not tagged.',
    }),
  ),
};

export const AutoTagFile = Input(options, { title: 'FileAutoTag' });
export const AutoTagProject = Input(
  {
    file_ids: Ids('Read only these files of the project; default: all of its files.', 1_000),
    ...options,
  },
  { title: 'ProjectAutoTag' },
);

/** The result of a job of type `auto_tag`. */
export const AutoTagResult = Resource(
  'AutoTagResult',
  {
    file_ids: Type.Array(Id('file'), { description: 'The files whose transcripts were read.' }),
    created_tag_ids: Type.Array(Id('tag'), { description: 'The tags that the job created.' }),
    tagging_count: Type.Integer({ minimum: 0, description: 'How many accepted taggings the job created.' }),
    suggested_count: Type.Integer({
      minimum: 0,
      description: 'How many suggested taggings the job created.',
      examples: [14],
    }),
    skipped: Type.Array(
      Type.Object({
        file_id: Id('file', 'The file that was not read, or not completely.'),
        reason: OneOf(skipReasons, {
          description:
            '`no_transcript`; `too_long`: other files filled what one job reads; `partly_read`; `language_not_supported`: no new tags were proposed; `too_many_passages`: those with the lowest confidence were left out; `transcript_changed`: passages were edited in the meantime.',
        }),
      }),
      { description: 'Requested files that were not read, or not completely.' },
    ),
  },
  { description: 'What the job read and tagged. Null until it has succeeded.' },
);
export type AutoTagFile = Static<typeof AutoTagFile>;
export type AutoTagProject = Static<typeof AutoTagProject>;

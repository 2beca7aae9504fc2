import Type, { type Static } from 'typebox';
import { Input, OneOf } from '../../../http/schema.ts';

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

export const AutoTagFile = Input(options);
export const AutoTagProject = Input({
  file_ids: Ids('Read only these files of the project; default: all of its files.', 1_000),
  ...options,
});
export type AutoTagFile = Static<typeof AutoTagFile>;
export type AutoTagProject = Static<typeof AutoTagProject>;

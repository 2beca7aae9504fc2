import Type from 'typebox';
import { DateTime, Id, listQuery, Nullable, OneOf, Resource } from '../../../http/schema.ts';
import { testTypes } from './content.ts';
import { engageShapes } from './engage-schema.ts';
import { QuestionShape } from './question-schema.ts';
import { toContent } from './schema.ts';
import type { VersionRow } from './versions.ts';

export const TestVersion = Resource(
  'TestVersion',
  {
    test_id: Id('test', 'The test that this is a version of.'),
    version: Type.Integer({ minimum: 1, description: 'Counts up from 1.', examples: [1] }),
    name: Type.String({ description: 'Name of the test.', examples: ['Checkout, first impressions'] }),
    type: OneOf(testTypes, { description: 'How participants take it.' }),
    questions: Type.Array(QuestionShape, { description: 'In the order in which they are asked.' }),
    ...engageShapes,
    created_at: DateTime('When participants began to see this version (UTC).'),
    created_by: Nullable(Type.String({ description: 'The user who published or changed the test.' })),
  },
  { description: 'What participants saw at one time. It never changes.' },
);

export const toVersion = ({ test_id, version, content, created_at, created_by }: VersionRow) => ({
  test_id,
  version,
  ...toContent(content),
  created_at,
  created_by,
});

export const VersionsQuery = listQuery(['-created_at', 'created_at'], {});

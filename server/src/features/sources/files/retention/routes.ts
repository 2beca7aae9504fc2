import { Type } from 'typebox';
import { type Route, route } from '../../../../http/route.ts';
import { DateTime, Input, Nullable } from '../../../../http/schema.ts';
import { previewRetention } from './retention.ts';

const Retention = Type.Object(
  {
    retention_days: Nullable(Type.Integer({ description: 'The setting of the workspace.' })),
    retention_deletes: Type.Boolean({ description: 'The setting of the workspace.' }),
    starts_at: Nullable(
      DateTime(
        'When the first deletion is possible: a day after the settings changed. Null: nothing is deleted.',
      ),
    ),
    file_count: Type.Integer({ description: 'Audio and video files that are older than the period.' }),
    size_bytes: Type.Integer({ description: 'The size of these files.' }),
    oldest_created_at: Nullable(DateTime('When the oldest of them was added.')),
  },
  { title: 'RetentionPreview', description: 'What the retention of the workspace deletes, as of now.' },
);

export const retentionRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/workspace/retention',
    operationId: 'previewRetention',
    tag: 'Identity',
    summary: 'Count the recordings whose retention has ended',
    description:
      'Deletes nothing. Use `days` to see what another period would delete, before you change `retention_days` and `retention_deletes` of the workspace.',
    status: 200,
    query: Input({
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 3650,
          description: 'Counts recordings older than this. Default: `retention_days` of the workspace.',
        }),
      ),
    }),
    data: Retention,
    handler: async ({ db, principal, query, now }) => ({
      data: await previewRetention(db, principal.workspace_id, query.days, now),
    }),
  }),
];

import Type from 'typebox';
import { creditNames } from '../../../foundation/plans.ts';
import { DateTime, Id, Input, Nullable, Resource } from '../../../http/schema.ts';

const Credit = Type.Object(
  {
    used: Type.Integer(),
    limit: Nullable(Type.Integer({ description: 'null: unlimited.' })),
    remaining: Nullable(Type.Integer()),
  },
  { title: 'Credit' },
);

const count = () => Type.Integer({ minimum: 0 });

export const Usage = Resource('Usage', {
  user_id: Id('user'),
  period: Type.Object({ from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) }),
  requests: Type.Object({
    total: count(),
    succeeded: count(),
    client_errors: count(),
    server_errors: count(),
    rate_limited: count(),
    by_day: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), total: count() })),
    by_endpoint: Type.Array(
      Type.Object({ endpoint: Type.String({ examples: ['GET /v1/projects'] }), total: count() }),
    ),
  }),
  rate_limit: Type.Object({ per_minute: Nullable(Type.Integer({ description: 'null: no cap.' })) }),
  credits: Type.Object(Object.fromEntries(creditNames.map((name) => [name, Credit]))),
  resets_at: DateTime('When the monthly credits begin anew.'),
  recent_activity: Type.Array(
    Type.Object({
      request_id: Type.String(),
      method: Type.String(),
      path: Type.String(),
      status: Type.Integer(),
      at: DateTime(),
    }),
  ),
});

export const UsageQuery = Input({
  from: Type.Optional(
    Type.String({ format: 'date', description: 'First day (UTC); default: the first of the month of `to`.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day (UTC); default: today.' })),
});

import Type from 'typebox';
import { creditNames } from '../../../foundation/plans.ts';
import { DateTime, Id, Input, Nullable, Resource } from '../../../http/schema.ts';

const Credit = Type.Object(
  {
    used: Type.Integer({ description: 'Spent so far: in this month, or stored now for `storage_bytes`.' }),
    limit: Nullable(Type.Integer({ description: 'What the plan includes; null: unlimited.' })),
    remaining: Nullable(Type.Integer({ description: '`limit` minus `used`, at least 0; null: unlimited.' })),
  },
  { title: 'Credit', description: 'One kind of credit of the plan.' },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });
const day = (description: string) => Type.String({ format: 'date', description });

export const Usage = Resource(
  'Usage',
  {
    user_id: Id('user', 'The user whose requests are counted.'),
    period: Type.Object(
      { from: day('First day, inclusive (UTC).'), to: day('Last day, inclusive (UTC).') },
      { description: 'The days that `requests` covers.' },
    ),
    requests: Type.Object(
      {
        total: count('All requests in the period.'),
        succeeded: count('Requests with a 2xx or 3xx status.'),
        client_errors: count('Requests with a 4xx status other than 429.'),
        server_errors: count('Requests with a 5xx status.'),
        rate_limited: count('Requests with status 429.'),
        by_day: Type.Array(Type.Object({ day: day('UTC.'), total: count('Requests on that day.') }), {
          description: 'One entry per day with requests, oldest first.',
        }),
        by_endpoint: Type.Array(
          Type.Object({
            endpoint: Type.String({
              description: 'Method and path, with ids replaced by their parameter names.',
              examples: ['GET /v1/projects'],
            }),
            total: count('Requests to that endpoint.'),
          }),
          { description: 'One entry per endpoint with requests, in alphabetical order.' },
        ),
      },
      { description: 'Requests of the user, over all API keys.' },
    ),
    rate_limit: Type.Object(
      { per_minute: Nullable(Type.Integer({ description: 'Requests per minute and key; null: no limit.' })) },
      { description: 'The limit of the plan.' },
    ),
    credits: Type.Object(Object.fromEntries(creditNames.map((name) => [name, Credit])), {
      description: 'What the workspace may spend, by kind.',
    }),
    resets_at: DateTime('When the monthly credits are next renewed.'),
    recent_activity: Type.Array(
      Type.Object({
        request_id: Type.String({ description: 'The `X-Request-Id` of the response.' }),
        method: Type.String({ description: 'HTTP method.', examples: ['GET'] }),
        path: Type.String({ description: 'Path without the query string.', examples: ['/v1/projects'] }),
        status: Type.Integer({ description: 'HTTP status of the response.', examples: [200] }),
        at: DateTime('When the response was sent.'),
      }),
      { description: 'The latest 20 requests of the user, newest first. A request appears within a minute.' },
    ),
  },
  { description: 'Requests and credits of the user of this key.' },
);

export const UsageQuery = Input({
  from: Type.Optional(
    Type.String({ format: 'date', description: 'First day (UTC); default: the first of the month of `to`.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day (UTC); default: today.' })),
});

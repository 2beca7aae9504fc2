import Fastify from 'fastify';
import pg from 'pg';
import { accessOfProject, insertTag, type RecordKind, recordReads } from './record-statements.ts';
import { bareStatements, insertProject } from './statements.ts';

/**
 * The baseline: Fastify routes that read or write the same rows, without authentication, rate limits, events or extra
 * headers. Only the route for answers validates its body. As in Parley, the pool has 20 connections and statements are
 * prepared.
 */
const given = JSON.parse(process.env.BARE as string) as {
  connection: pg.PoolConfig;
  workspaceId: string;
  userId: string;
  keyHash: string;
};
const { workspaceId, userId } = given;
const keyHash = Buffer.from(given.keyHash, 'hex');
const pool = new pg.Pool({ ...given.connection, max: 20 });
const app = Fastify();
const query = async (name: keyof typeof bareStatements, values: unknown[]) =>
  (await pool.query({ name, text: bareStatements[name], values })).rows;

app.get('/readyz', async () => ({ ready: (await pool.query('select 1')).rowCount }));
app.get('/me', async () => ({ data: (await query('me', [keyHash]))[0] }));
app.get<{ Params: { id: string } }>('/projects/:id', async (request) => ({
  data: (await query('get', [request.params.id, workspaceId]))[0],
}));
app.get('/projects', async () => ({ data: await query('list', [workspaceId, userId, userId]) }));

type OfKind = { Params: { kind: RecordKind; id: string } };
app.get<OfKind>('/records/:kind/:id', async ({ params: { kind, id } }) => {
  const text = recordReads[kind].one;
  const { rows } = await pool.query({ name: `one ${kind}`, text, values: [id, workspaceId] });
  return { data: rows[0] };
});
app.get<OfKind>('/projects/:id/records/:kind', async ({ params: { kind, id } }) => {
  const [, { rows }] = await Promise.all([
    pool.query({ name: 'access', text: accessOfProject, values: [id, workspaceId] }),
    pool.query({ name: `list ${kind}`, text: recordReads[kind].list, values: [id] }),
  ]);
  return { data: rows };
});
type Run = (step: string, values: unknown[]) => Promise<Record<string, unknown>[]>;
const writes: Record<'tag' | 'project', Record<string, string>> = { tag: insertTag, project: insertProject };
async function inTransaction<T>(kind: keyof typeof writes, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const run: Run = async (step, values) =>
    (await client.query({ name: `${kind} ${step}`, text: writes[kind][step] as string, values })).rows;
  try {
    await client.query('begin');
    const result = await work(run);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

app.post<{ Params: { id: string }; Body: { name: string } }>(
  '/projects/:id/tags',
  async ({ params: { id }, body: { name } }, reply) => {
    const data = await inTransaction('tag', async (run) => {
      const now = new Date();
      await run('access', [id, workspaceId]);
      const [tag] = await run('tag', [newId('tag'), id, name, name.toLowerCase(), userId, now]);
      await run('event', [newId('evt'), workspaceId, id, JSON.stringify(tag), now]);
      return tag;
    });
    return reply.code(201).send({ data });
  },
);

interface NewProject {
  name: string;
  description: string;
}
const newId = (prefix: string) => `${prefix}_${Date.now()}${Math.random().toString(36).slice(2)}`;
const rowOf = ({ name, description }: NewProject) => {
  const now = new Date();
  const row = [newId('prj'), workspaceId, userId, userId, name, description, 'active', 'private', [], null];
  return [...row, {}, now, now];
};
app.post<{ Body: NewProject }>('/projects', async (request, reply) => {
  const data = await inTransaction('project', async (run) => {
    const row = rowOf(request.body);
    const now = row.at(-1) as Date;
    await run('credit', [workspaceId, `${now.toISOString().slice(0, 7)}-01`]);
    const [project] = await run('project', row);
    await run('lanes', [row[0], userId, now, ...Array.from({ length: 4 }, () => newId('lane'))]);
    await run('event', [newId('evt'), workspaceId, row[0], JSON.stringify(project), now]);
    return project;
  });
  return reply.code(201).send({ data });
});
app.post<{ Body: NewProject }>('/project-rows', async (request, reply) =>
  reply.code(201).send({ data: (await query('postRow', rowOf(request.body)))[0] }),
);
app.post<{ Params: { id: string } }>('/cards/:id/move', async (request) => ({
  data: (await query('updateCard', [request.params.id, new Date()]))[0],
}));

interface NewAnswer {
  text: string;
  duration_seconds: number;
}
const newAnswerSchema = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 10_000 },
    duration_seconds: { type: 'number', minimum: 0 },
  },
};
app.put<{ Params: { response: string; question: string }; Body: NewAnswer }>(
  '/responses/:response/answers/:question',
  { schema: { body: newAnswerSchema } },
  async ({ params, body: { text, duration_seconds } }) => {
    const row = [newId('ans'), params.response, params.question, text, JSON.stringify(text)];
    return { data: (await query('insertAnswer', [...row, duration_seconds, new Date()]))[0] };
  },
);

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => void app.close().then(() => pool.end()));

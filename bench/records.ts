import type { HttpServerProcess } from '@parley/testing';
import type pg from 'pg';
import { copyResponse } from './copy-responses.ts';
import type { RecordKind } from './record-statements.ts';

interface Records {
  projectId: string;
  /** One record of each kind. */
  ids: Record<RecordKind, string>;
}

interface Seeding {
  db: pg.Client;
  parley: HttpServerProcess;
  key: string;
  /** How many tags, cards, files and responses the project gets. */
  count: number;
}

/** Makes a project with many records of each kind. SQL inserts them, which is much faster than as many requests. */
export async function seedRecords({ db, parley, key, count }: Seeding): Promise<Records> {
  const post = async <T>(path: string, body: object, token = key): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${parley.url}${path}`, init);
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  const { id: projectId } = await post<{ id: string }>('/v1/projects', { name: 'Records' });
  const insert = async (statement: string) => {
    const { rows } = await db.query<{ id: string }>(statement, [projectId, count]);
    return rows[0]?.id as string;
  };
  const tag = await insert(`
    insert into tags (id, project_id, name, name_key, color, source, created_at, updated_at)
    select 'tag_' || lpad(i::text, 26, '0'), $1::text, 'Tag ' || i, 'tag ' || i, '#9B6BDF', 'manual', now(), now()
      from generate_series(1, $2::integer) i returning id`);
  const card = await insert(`
    insert into cards (id, project_id, lane_id, position, title, body, created_at, updated_at)
    select 'card_' || lpad(i::text, 26, '0'), $1::text, (select min(id) from lanes where project_id = $1::text),
           'a0' || lpad(i::text, 6, '0') || 'V', 'Card ' || i, 'Nobody finds the price.', now(), now()
      from generate_series(1, $2::integer) i returning id`);
  const file = await insert(`
    insert into files (id, workspace_id, project_id, name, kind, content_type, source, status, created_at, updated_at)
    select 'fil_' || lpad(i::text, 26, '0'), (select workspace_id from projects where id = $1::text), $1::text, 'Interview ' || i,
           'document', 'text/plain', 'text', 'ready', now(), now()
      from generate_series(1, $2::integer) i returning id`);
  const response = await seedResponses();
  await db.query('vacuum analyze tags, cards, files, answers');
  return { projectId, ids: { tag, card, file, response } };

  async function seedResponses(): Promise<string> {
    const questions = Array.from({ length: 5 }, (_, i) => ({ type: 'open', text: `Question ${i}?` }));
    const draft = await post<{ id: string }>(`/v1/projects/${projectId}/tests`, {
      name: 'Survey',
      type: 'survey',
      questions,
    });
    const { share_url } = await post<{ share_url: string }>(`/v1/engage/tests/${draft.id}/publish`, {});
    const link = share_url.split('/').at(-1) as string;
    const started = await post<{ id: string }>('/p/v1/response', {}, link);
    const copies = await copyResponse(db, started.id, count);
    await db.query(
      `insert into answers (id, response_id, question_id, turn, question, type, text, value, created_at, updated_at)
       select 'ans_' || lpad((row_number() over ())::text, 26, '0'), r.id, q.question ->> 'id', 0, q.question ->> 'text', 'open',
              'I did not find the total.', '"I did not find the total."', now(), now()
         from responses r join test_versions v on v.test_id = r.test_id and v.version = r.test_version,
              jsonb_array_elements(v.content -> 'questions') as q (question)
        where r.project_id = $1`,
      [projectId],
    );
    await db.query(
      `update responses set status = 'completed', submitted_at = now(), duration_seconds = 60 where project_id = $1`,
      [projectId],
    );
    return copies[0]?.response_id as string;
  }
}

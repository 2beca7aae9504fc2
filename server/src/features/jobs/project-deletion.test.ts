import { expect, test } from 'vitest';
import { createTestClock, until } from '../../../test/harness.ts';
import { useAccount, useParley } from '../../../test/use-parley.ts';
import { newId } from '../../foundation/ids.ts';
import { sql } from '../../platform/database/index.ts';

// Without background work, so that a job remains queued until something ends it.

const parley = useParley({ clock: createTestClock() });
const ada = useAccount(parley);

test('a job that starts while its project is being deleted ends with the project', async () => {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const file = await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'words' });
  await parley.db.query(sql`update files set status = 'ready' where id = ${file.body.data.id}`);
  const first = await ada.post(`/v1/files/${file.body.data.id}/transcribe`, {});
  expect(first.status).toBe(202);
  const late = newId('job', parley.clock.now().getTime() + 1);

  let deletion: Promise<{ status: number }> | undefined;
  await parley.db.transaction(async (tx) => {
    // The statements of a transaction that starts a job: lock the project against deletion and insert the job.
    await tx.query(sql`select 1 from projects where id = ${project} for key share`);
    await tx.query(sql`
      insert into jobs select (jsonb_populate_record(j, jsonb_build_object('id', ${late}::text))).* from jobs j
       where id = ${first.body.data.id}`);
    await tx.query(sql`
      insert into tasks (kind, workspace_id, subject)
      select kind, workspace_id, ${late} from tasks where subject = ${first.body.data.id}`);
    deletion = ada.delete(`/v1/projects/${project}`);
    await until(async () => {
      const waiting = await parley.db.query(
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0;
    }, 'the deletion to wait for the project');
  });
  expect((await deletion)?.status).toBe(200);
  for (const id of [first.body.data.id, late])
    expect((await ada.get(`/v1/jobs/${id}`)).body.data, id).toMatchObject({
      status: 'failed',
      error: { code: 'canceled' },
    });
  expect(await parley.db.query(sql`select 1 from tasks where subject = ${late}`)).toEqual([]);
});

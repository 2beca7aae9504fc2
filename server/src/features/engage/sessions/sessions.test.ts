import { expect, test } from 'vitest';
import { createRouteFixture, factories } from '../../../../test/factories.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);

async function newSession() {
  const fixture = await createRouteFixture(parley, ada);
  const id = (await factories.session?.(fixture)) as string;
  return { id, project_id: fixture.project_id };
}
const completions = async (projectId: string) =>
  (await ada.get(`/v1/events?project_id=${projectId}&type=engage.session.completed`)).body.data;

test('lists the sessions that a researcher can see, and filters them', async () => {
  const { id, project_id } = await newSession();
  const bob = await parley.account();
  const session = (await ada.get(`/v1/engage/sessions/${id}`)).body.data;
  expect(session).toMatchObject({ id, project_id, kind: 'live', status: 'scheduled', join_url: null });
  const ids = async (path: `/v1/engage/sessions?${string}` | `/v1/engage/tests/${string}/sessions`) =>
    (await ada.get(path)).body.data.map(({ id }) => id);
  expect(await ids(`/v1/engage/sessions?project_id=${project_id}`)).toEqual([id]);
  expect(await ids(`/v1/engage/sessions?test_id=${session.test_id}&status=scheduled&kind=live`)).toEqual([
    id,
  ]);
  expect(await ids(`/v1/engage/sessions?test_id=${session.test_id}&status=completed`)).toEqual([]);
  expect(await ids(`/v1/engage/tests/${session.test_id}/sessions`)).toEqual([id]);
  expect((await bob.get('/v1/engage/sessions')).body.data).toEqual([]);
});

test('emits one event when ten clients complete a session at the same time', async () => {
  const { id, project_id } = await newSession();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.post(`/v1/engage/sessions/${id}/complete`)),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const events = await completions(project_id);
  expect(events).toHaveLength(1);
  expect(events[0].data).toMatchObject({ id, status: 'completed', simulated: false });
});

test('does not complete a canceled session, and says why', async () => {
  const { id, project_id } = await newSession();
  expect((await ada.post(`/v1/engage/sessions/${id}/cancel`)).body.data.status).toBe('canceled');
  expect((await ada.post(`/v1/engage/sessions/${id}/cancel`)).status).toBe(200);
  const refused = await ada.post(`/v1/engage/sessions/${id}/complete`);
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toEqual([{ field: 'status', message: 'The session is canceled.' }]);
  expect(await completions(project_id)).toEqual([]);
});

test('a note can be about a session of its project, and not about another', async () => {
  const [one, two] = [await newSession(), await newSession()];
  const note = { body: 'Looks for the price.', session_id: one.id };
  const created = await ada.post(`/v1/projects/${one.project_id}/notes`, note);
  expect(created.status).toBe(201);
  const found = await ada.get(`/v1/projects/${one.project_id}/notes?session_id=${one.id}`);
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([created.body.data.id]);
  expect((await ada.post(`/v1/projects/${two.project_id}/notes`, note)).status).toBe(422);
});

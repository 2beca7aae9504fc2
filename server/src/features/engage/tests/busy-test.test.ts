import { beforeAll, describe, expect, test } from 'vitest';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

/** What researchers do to a test while participants answer it. */

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const questions = [
  { type: 'open', text: 'Why?' },
  { type: 'rating', text: 'How easy was it?' },
];
type Published = Awaited<ReturnType<typeof publishTest>>;

/** Starts, answers and submits; returns the status of each request. */
async function participate({ share_url, questions }: Published): Promise<number[]> {
  const open = openLink(parley, share_url);
  const started = await open.post('/response', {});
  const statuses = [started.status];
  if (started.status !== 201) return statuses;
  const own = openLink(parley, `/t/${started.body.data.token}`);
  const [why, easy] = questions;
  const answers = [
    () => own.put(`/answers/${why?.id}`, { text: 'Because.' }),
    () => own.put(`/answers/${easy?.id}`, { value: 4 }),
    () => own.post('/submit', {}),
  ];
  for (const answer of answers) statuses.push((await answer()).status);
  return statuses;
}

describe('a test that is being answered', () => {
  test('counts every response while its texts change', async () => {
    const made = await publishTest(ada, project, { questions });
    const [participants, changes] = await Promise.all([
      Promise.all(Array.from({ length: 15 }, () => participate(made))),
      Promise.all(
        Array.from({ length: 10 }, (_, i) => ada.patch(`/v1/tests/${made.id}`, { name: `Name ${i}` })),
      ),
    ]);
    expect(participants).toEqual(Array(15).fill([201, 200, 200, 200]));
    expect(changes.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { body } = await ada.get(`/v1/tests/${made.id}`);
    expect(body.data).toMatchObject({ response_count: 15, completed_count: 15 });
  });

  test.each(['close', 'delete'])(
    'refuses what comes later, and nothing fails, when researchers %s it',
    async (action) => {
      const made = await publishTest(ada, project, { questions });
      const end = () =>
        action === 'delete'
          ? ada.delete(`/v1/tests/${made.id}`)
          : ada.post(`/v1/engage/tests/${made.id}/close`);
      const first = await participate(made);
      expect(first).toEqual([201, 200, 200, 200]);
      const participants = Array.from({ length: 15 }, () => participate(made));
      // The first has submitted; the others are at different steps.
      await Promise.race(participants);
      expect((await end()).status).toBe(200);
      const statuses = new Set((await Promise.all(participants)).flat());
      const allowed = action === 'delete' ? [200, 201, 401, 404, 422] : [200, 201, 422];
      expect([...statuses].filter((status) => !allowed.includes(status))).toEqual([]);
      expect(await participate(made)).toEqual([action === 'delete' ? 401 : 422]);
    },
  );
});

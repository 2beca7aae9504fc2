import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { findOrCreateParticipant, recordConsent, withdrawConsents } from './index.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map((row) => row.field);

const newParticipant = (email: string | null, more: { name?: string; project_id?: string } = {}) =>
  findOrCreateParticipant(
    parley.db,
    { project_id: project, email, name: null, timezone: null, locale: null, simulated: false, ...more },
    parley.clock.now(),
  );

describe('one person in one project', () => {
  test('finds one participant by address, ignoring case, even when twenty calls come at once', async () => {
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        newParticipant(i % 2 ? 'grace@example.com' : 'Grace@Example.com', { name: `Name ${i}` }),
      ),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    const { body } = await ada.get(`/v1/projects/${project}/participants?q=GRACE@`);
    expect(body.data).toHaveLength(1);
  });

  test('creates another participant for the same person in another project', async () => {
    const other = (await ada.post('/v1/projects', { name: 'Other' })).body.data.id;
    const here = await newParticipant('alan@example.com');
    const there = await newParticipant('alan@example.com', { project_id: other });
    expect(there.id).not.toBe(here.id);
  });

  test('a person without an address is a new participant each time', async () => {
    const [one, two] = [await newParticipant(null), await newParticipant(null)];
    expect(one.id).not.toBe(two.id);
  });
});

describe('a participant', () => {
  test('shows tags, counts and consents, alone and in a list', async () => {
    const { id } = await newParticipant('katherine@example.com', { name: 'Katherine' });
    const testId = (await ada.post(`/v1/projects/${project}/tests`, { name: 'T', type: 'survey' })).body.data
      .id;
    const tagId = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Expert' })).body.data.id;
    const at = new Date('2026-03-01T10:00:00.123Z');
    await recordConsent(parley.db, id, testId, 1, at);
    await recordConsent(parley.db, id, testId, 1, new Date('2026-03-02T10:00:00Z'));
    await withdrawConsents(parley.db, id, testId, new Date('2026-03-03T10:00:00Z'));

    const changed = await ada.patch(`/v1/participants/${id}`, { tag_ids: [tagId] });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      id,
      project_id: project,
      email: 'katherine@example.com',
      name: 'Katherine',
      tag_ids: [tagId],
      invitation_count: 0,
      session_count: 0,
      response_count: 0,
      consents: [
        {
          test_id: testId,
          version: 1,
          accepted_at: '2026-03-01T10:00:00.123Z',
          withdrawn_at: '2026-03-03T10:00:00.000Z',
        },
      ],
      erased_at: null,
      simulated: false,
      created_by: null,
    });
    expect((await ada.get(`/v1/participants/${id}`)).body).toEqual(changed.body);
    const list = await ada.get(`/v1/projects/${project}/participants?tag_id=${tagId}`);
    expect(list.body.data).toEqual([changed.body.data]);
    const taggings = await ada.get(`/v1/projects/${project}/taggings?tag_id=${tagId}`);
    expect(taggings.body.data).toMatchObject([{ target_type: 'participant', target_id: id }]);
  });

  test('gives a participant who agrees again after a withdrawal a consent from then on', async () => {
    const { id } = await newParticipant(null);
    const testId = (await ada.post(`/v1/projects/${project}/tests`, { name: 'T', type: 'survey' })).body.data
      .id;
    await recordConsent(parley.db, id, testId, 1, new Date('2026-03-01T10:00:00Z'));
    await withdrawConsents(parley.db, id, null, new Date('2026-03-02T10:00:00Z'));
    await recordConsent(parley.db, id, testId, 1, new Date('2026-03-03T10:00:00Z'));
    expect((await ada.get(`/v1/participants/${id}`)).body.data.consents).toEqual([
      { test_id: testId, version: 1, accepted_at: '2026-03-03T10:00:00.000Z', withdrawn_at: null },
    ]);
  });

  test('a participant can be changed, and a change without effect leaves updated_at as it was', async () => {
    const { id } = await newParticipant('mary@example.com');
    const change = {
      name: 'Mary',
      notes: 'Prefers mornings.',
      timezone: 'America/New_York',
      locale: 'en-US',
      metadata: { panel: 'a' },
    };
    const { body } = await ada.patch(`/v1/participants/${id}`, change);
    expect(body.data).toMatchObject(change);
    expect((await ada.patch(`/v1/participants/${id}`, change)).body).toEqual(body);
    expect((await ada.patch(`/v1/participants/${id}`, { name: null })).body.data.name).toBeNull();
  });

  test('refuses wrong values with one entry each', async () => {
    const { id } = await newParticipant(null);
    const path = `/v1/participants/${id}`;
    const answer = await ada.patch(path, {
      name: ' ',
      timezone: 'Mars/Base',
      locale: '!',
      notes: 5,
      email: 'x',
    });
    expect(answer.status).toBe(422);
    expect(fields(answer).sort()).toEqual(['email', 'locale', 'name', 'notes', 'timezone']);
    expect(fields(await ada.patch(path, { timezone: '+02:00' }))).toEqual(['timezone']);
    expect(fields(await ada.patch(path, { tag_ids: ['rubbish'] }))).toEqual(['tag_ids.0']);
  });

  test('finds a participant by search until the name is removed', async () => {
    const { id } = await newParticipant(null, { name: 'Hedwig Kiesler' });
    const hits = async () =>
      (await ada.get('/v1/search?q=Kiesler&types=participant')).body.data.map(
        (hit: { id: string }) => hit.id,
      );
    expect(await hits()).toEqual([id]);
    await ada.patch(`/v1/participants/${id}`, { name: null });
    expect(await hits()).toEqual([]);
    await ada.patch(`/v1/participants/${id}`, { name: 'Hedy Kiesler' });
    expect(await hits()).toEqual([id]);
  });
});

test('participants are listed by name and by page without a gap', async () => {
  const home = (await ada.post('/v1/projects', { name: 'Many' })).body.data.id;
  const names = ['ada', 'Bea', 'cyd', 'Dot', 'eve'];
  for (const name of names) await newParticipant(`${name}@example.com`, { name, project_id: home });
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await ada.get(`/v1/projects/${home}/participants?sort=name&limit=2${cursor}`);
    seen.push(...body.data.map((row: { name: string }) => row.name));
    cursor = body.meta.next_cursor ? `&cursor=${body.meta.next_cursor}` : '';
  } while (cursor);
  expect(seen).toEqual(names);
});

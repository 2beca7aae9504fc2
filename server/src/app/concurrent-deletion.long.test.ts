import { beforeAll, describe, expect, test } from 'vitest';
import { newBoard } from '../../test/board.ts';
import type { TestResponse } from '../../test/harness.ts';
import { untilWaiting } from '../../test/lock-waits.ts';
import { openLink, publishTest } from '../../test/participant-link.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';
import { sql } from '../platform/database/index.ts';

/**
 * A record is deleted while another request refers to it. Whichever is first, both get a response that says what
 * happened, never 5xx.
 */
const rounds = 60;
const atOnce = 20;

const parley = useParley();
const owner = useAccount(parley);
let board: Awaited<ReturnType<typeof newBoard>>;
beforeAll(async () => {
  board = await newBoard(owner, { visibility: 'workspace' });
});

type Send = () => Promise<TestResponse>;

/** Prepares a record, then sends its deletion and the requests that refer to it, in changing order. */
async function race(prepare: () => Promise<{ deletion: Send; uses: Send[] }>): Promise<void> {
  const failed: string[] = [];
  for (let round = 0; round < rounds; round += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, async (_, i) => {
        const { deletion, uses } = await prepare();
        const sends = i % 2 === 0 ? [deletion, ...uses] : [...uses, deletion];
        const responses = await Promise.all(sends.map((send) => send()));
        for (const { status, text } of responses) if (status >= 500) failed.push(`${status} ${text}`);
      }),
    );
  expect(failed).toEqual([]);
}

async function create(path: string, body: object): Promise<string> {
  const response = await owner.post(path, body);
  expect(response.status).toBe(201);
  return response.body.data.id;
}
const inProject = (plural: string) => `/v1/projects/${board.project}/${plural}`;

let number = 0;
const newTag = () => create(inProject('tags'), { name: `Tag ${++number}` });
const newNote = () => create(inProject('notes'), { body: 'A note.' });
const newCard = () => create(inProject('cards'), { title: 'A card' });
const newLane = () => create(inProject('lanes'), { name: 'A lane' });
const newMember = () => parley.account({ workspace_id: owner.workspace_id, role: 'admin' });
async function newRecording(): Promise<string> {
  const segments = [
    { speaker: 'Ada', start_seconds: 0, end_seconds: 60, text: 'The price is hard to find.' },
  ];
  const id = await create(inProject('files'), { name: 'A talk', transcript: { segments } });
  // A recording without bytes, which a clip accepts.
  await parley.db.query(sql`update files set kind = 'audio', duration_seconds = 60 where id = ${id}`);
  return id;
}

describe('no request gets a 5xx while another one deletes', { timeout: 300_000 }, () => {
  test('the member who sends it', () =>
    race(async () => {
      const member = await newMember();
      return {
        deletion: () => owner.delete(`/v1/workspace/members/${member.user_id}`),
        uses: [
          () => member.post('/v1/projects', { name: 'Mine' }),
          () => member.post('/v1/projects', { name: 'Mine' }, { 'idempotency-key': 'once' }),
          () => member.post('/v1/workspace/invitations', { email: `guest${++number}@example.com` }),
          () => member.post('/v1/webhooks', { url: 'https://example.com/', events: ['tag.created'] }),
          () =>
            member.post('/v1/automations/hooks', {
              event: 'tag.created',
              target_url: 'https://example.com/',
            }),
          () => member.post(inProject('cards'), { title: 'Mine' }),
        ],
      };
    }));

  test('the member that it names', () =>
    race(async () => {
      const member = await newMember();
      const card = await newCard();
      return {
        deletion: () => owner.delete(`/v1/workspace/members/${member.user_id}`),
        uses: [
          () => owner.patch(`/v1/cards/${card}`, { assignee_id: member.user_id }),
          () => owner.post(inProject('cards'), { title: 'Yours', assignee_id: member.user_id }),
          () => owner.patch(`/v1/projects/${board.project}`, { member_ids: [member.user_id] }),
          () => owner.patch(`/v1/workspace/members/${member.user_id}`, { role: 'member' }),
        ],
      };
    }));

  test('the tag that it names', () =>
    race(async () => {
      const [tag, other, note, card] = await Promise.all([newTag(), newTag(), newNote(), newCard()]);
      return {
        deletion: () => owner.delete(`/v1/tags/${tag}`),
        uses: [
          () => owner.post(`/v1/tags/${tag}/taggings`, { target_type: 'note', target_id: note }),
          () => owner.patch(`/v1/cards/${card}`, { tag_ids: [tag, other] }),
          () => owner.post(inProject('notes'), { body: 'Tagged.', tag_ids: [other, tag] }),
          () => owner.post(inProject('tags'), { name: `Child ${++number}`, parent_id: tag }),
          () => owner.post(`/v1/tags/${other}/merge`, { into_tag_id: tag }),
        ],
      };
    }));

  test('the lane that it names', () =>
    race(async () => {
      const [lane, card] = await Promise.all([newLane(), newCard()]);
      return {
        deletion: () => owner.delete(`/v1/lanes/${lane}?cards=delete`),
        uses: [
          () => owner.post(`/v1/cards/${card}/move`, { lane_id: lane }),
          () => owner.post(inProject('cards'), { title: 'In a lane', lane_id: lane }),
          () => owner.patch(`/v1/cards/${card}`, { lane_id: lane }),
          () => owner.delete(`/v1/cards/${card}`),
        ],
      };
    }));

  test('the file that it names', () =>
    race(async () => {
      const [file, tag] = await Promise.all([newRecording(), newTag()]);
      const clip = { file_id: file, name: 'A clip', start_seconds: 1, end_seconds: 2 };
      return {
        deletion: () => owner.delete(`/v1/files/${file}`),
        uses: [
          () => owner.post(`/v1/tags/${tag}/taggings`, { target_type: 'file', target_id: file }),
          () => owner.post(inProject('clips'), clip),
          () => owner.post(inProject('notes'), { body: 'Heard.', file_id: file }),
          () =>
            owner.post(inProject('cards'), {
              title: 'Seen',
              evidence: [{ file_id: file, start_seconds: 1 }],
            }),
          () => owner.patch(`/v1/files/${file}`, { tag_ids: [tag] }),
          () => owner.post(`/v1/files/${file}/sentiment`, {}),
        ],
      };
    }));

  test('the file of the segment that it tags', async () => {
    const [file, tag] = await Promise.all([newRecording(), newTag()]);
    const [segment] = await parley.db.query<{ id: string }>(
      sql`select id from segments where file_id = ${file}`,
    );
    const target = { target_type: 'segment', target_id: segment?.id };
    const absent = { field: 'target_id', message: 'is not a segment of this project.' };
    const holder = await parley.db.connect();
    try {
      await holder.query('begin');
      await holder.query('delete from files where id = $1', [file]);
      const sent = [
        owner.post(`/v1/tags/${tag}/taggings`, target),
        owner.post(`/v1/projects/${board.project}/taggings`, { taggings: [{ ...target, tag_id: tag }] }),
      ] as const;
      await untilWaiting(parley.db, sent.length);
      await holder.query('commit');
      const [one, several] = await Promise.all(sent);
      expect([one.status, one.body.error?.details]).toEqual([422, [absent]]);
      expect(several.status, several.text).toBe(200);
      expect(several.body.data[0]).toMatchObject({ error: { details: [absent] } });
    } finally {
      holder.release();
    }
  });

  test('the webhook that it names', () =>
    race(async () => {
      const webhook = await create('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['tag.created'] });
      return {
        deletion: () => owner.delete(`/v1/webhooks/${webhook}`),
        uses: [
          () => owner.post(`/v1/webhooks/${webhook}/test`, {}),
          () => owner.patch(`/v1/webhooks/${webhook}`, { description: 'Changed' }),
          () => owner.post(`/v1/webhooks/${webhook}/rotate-secret`, {}),
          () => owner.post(`/v1/webhooks/${webhook}/replay`, { since: new Date(0).toISOString() }),
          () => owner.post(inProject('tags'), { name: `Event ${++number}` }),
        ],
      };
    }));

  test('the project that it names', () =>
    race(async () => {
      const { project, lanes } = await newBoard(owner);
      const path = `/v1/projects/${project}`;
      return {
        deletion: () => owner.delete(path),
        uses: [
          () => owner.post(`${path}/cards`, { title: 'A card' }),
          () => owner.post(`${path}/notes`, { body: 'A note.' }),
          () => owner.post(`${path}/tags`, { name: 'A tag' }),
          () => owner.post(`${path}/files`, { name: 'A file', text: 'Some words.' }),
          () => owner.delete(`/v1/lanes/${lanes[3]}`),
          () => owner.patch(path, { name: 'Renamed' }),
        ],
      };
    }));

  test('the test that it names', () =>
    race(async () => {
      const live = await publishTest(owner, board.project, { questions: [{ type: 'open', text: 'Why?' }] });
      return {
        deletion: () => owner.delete(`/v1/tests/${live.id}`),
        uses: [
          () =>
            owner.post(`/v1/engage/tests/${live.id}/invitations`, {
              participants: [{ email: `guest${++number}@example.com` }],
            }),
          () => openLink(parley, live.share_url).post('/response'),
          () => owner.post(`/v1/tests/${live.id}/duplicate`, {}),
          () => owner.post(`/v1/engage/tests/${live.id}/close`, {}),
        ],
      };
    }));
});

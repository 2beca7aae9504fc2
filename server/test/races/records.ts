import { newId } from '../../src/foundation/ids.ts';
import { type Db, sql } from '../../src/platform/database/index.ts';

export interface RaceResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
  body: any;
  text: string;
}

/** Sends a request with this bearer token to a server under test. */
export type SendRequest = (
  token: string,
  method: string,
  path: string,
  body?: unknown,
) => Promise<RaceResponse>;

export interface RaceDeps {
  db: Db;
  owner: { user_id: string; workspace_id: string; key: string };
  send: SendRequest;
}

const segments = [
  { speaker: 'Ada', start_seconds: 0, end_seconds: 20, text: 'The price is hard to find on this page.' },
  { speaker: 'Ben', start_seconds: 20, end_seconds: 40, text: 'I looked for it in the basket.' },
  { speaker: 'Ada', start_seconds: 40, end_seconds: 60, text: 'Nobody told me about shipping.' },
];

export type RecordName =
  | 'project'
  | 'otherProject'
  | 'file'
  | 'segment'
  | 'lastSegment'
  | 'tag'
  | 'otherTag'
  | 'tagging'
  | 'note'
  | 'comment'
  | 'lane'
  | 'otherLane'
  | 'card'
  | 'clip'
  | 'otherClip'
  | 'reel'
  | 'job'
  | 'report'
  | 'chat'
  | 'test'
  | 'interviewTest'
  | 'invitation'
  | 'response'
  | 'participant'
  | 'session';
/** Each function returns the id of its record. */
export type RaceRecords = Record<RecordName, () => Promise<string>>;

let number = 0;

/**
 * The records of one project, which refer to each other. Each is created when it is first needed, so that a pair of requests
 * pays only for the records that it names. Both requests of a pair get the same records.
 */
export function createRaceRecords({ db, owner, send }: RaceDeps): RaceRecords {
  const create = async (path: string, body: object, status = 201) => {
    const response = await send(owner.key, 'POST', `/v1${path}`, body);
    if (response.status !== status) throw new Error(`POST ${path}: ${response.text}`);
    return response.body.data;
  };
  const inProject = async (plural: string, body: object, status?: number): Promise<string> =>
    (await create(`/projects/${await records.project()}/${plural}`, body, status)).id;
  const segmentIds = once(async () => {
    const rows = await db.query<{ id: string }>(
      sql`select id from segments where file_id = ${await records.file()} order by start_seconds`,
    );
    return rows.map(({ id }) => id);
  });
  const newClip = async (start_seconds: number) => {
    const id = await inProject('clips', {
      file_id: await records.file(),
      name: 'A clip',
      start_seconds,
      end_seconds: start_seconds + 2,
      tag_ids: [await records.tag()],
    });
    await db.query(sql`update clips set status = 'ready' where id = ${id}`);
    return id;
  };
  const newTest = async (body: object): Promise<{ id: string; share_url: string; questionId: string }> => {
    const id = await inProject('tests', { name: 'A test', type: 'survey', ...body });
    const { share_url, questions } = await create(`/engage/tests/${id}/publish`, {}, 200);
    return { id, share_url, questionId: questions[0].id };
  };
  const survey = once(() => newTest({ questions: [{ type: 'open', text: 'Why?' }] }));
  const invitation = once(async () => {
    const { id } = await survey();
    const participants = [{ email: `guest${++number}@example.com`, name: 'A guest' }];
    const [made] = await create(`/engage/tests/${id}/invitations`, { participants });
    return made as { id: string; invite_url: string };
  });
  const response = once(async () => {
    const token = (await invitation()).invite_url.split('/').at(-1) as string;
    const started = await send(token, 'POST', '/p/v1/response', {});
    if (started.status !== 201) throw new Error(`The response did not start: ${started.text}`);
    await send(token, 'PUT', `/p/v1/answers/${(await survey()).questionId}`, { value: 'The price.' });
    return started.body.data.id as string;
  });
  const records: RaceRecords = {
    project: once(async () => (await create('/projects', { name: 'A project' })).id as string),
    otherProject: once(async () => (await create('/projects', { name: 'Another project' })).id as string),
    file: once(async () => {
      const id = await inProject('files', { name: 'A talk', transcript: { segments } });
      // A recording without bytes, which a clip accepts.
      await db.query(sql`update files set kind = 'audio', duration_seconds = 60 where id = ${id}`);
      return id;
    }),
    segment: async () => (await segmentIds())[0] as string,
    lastSegment: async () => (await segmentIds())[2] as string,
    tag: once(() => inProject('tags', { name: 'A tag' })),
    otherTag: once(() => inProject('tags', { name: 'Another tag' })),
    tagging: once(async () => {
      const target = { target_type: 'segment', target_id: await records.segment() };
      return (await create(`/tags/${await records.tag()}/taggings`, target)).id as string;
    }),
    note: once(async () =>
      inProject('notes', {
        body: 'A note.',
        file_id: await records.file(),
        tag_ids: [await records.tag()],
      }),
    ),
    comment: once(async () =>
      inProject('comments', { target_type: 'card', target_id: await records.card(), body: 'A comment.' }),
    ),
    lane: once(() => inProject('lanes', { name: 'A lane' })),
    otherLane: once(() => inProject('lanes', { name: 'Another lane' })),
    card: once(async () =>
      inProject('cards', {
        title: 'A card',
        lane_id: await records.lane(),
        tag_ids: [await records.tag()],
        evidence: [{ segment_id: await records.segment() }],
      }),
    ),
    clip: once(() => newClip(1)),
    otherClip: once(() => newClip(21)),
    reel: once(async () => {
      const clip_ids = [await records.clip(), await records.otherClip()];
      const id = await inProject('reels', { name: 'A reel', clip_ids });
      await db.query(sql`update reels set status = 'ready' where id = ${id}`);
      return id;
    }),
    job: once(async () => {
      const { id } = await create(`/files/${await records.file()}/sentiment`, {}, 202);
      return id as string;
    }),
    report: once(async () => {
      const id = newId('report', Date.now());
      const citation = {
        ...{
          id: 'cit_1',
          file_id: await records.file(),
          response_id: null,
          segment_id: await records.segment(),
        },
        ...{ start_seconds: 0, end_seconds: 5, speaker: 'Ada', quote: 'Words that are quoted.' },
        ...{ verified: true, transcript_revision: 1, source_deleted: false },
      };
      await db.query(sql`
        insert into reports (id, workspace_id, project_id, title, prompt, template, status, summary, body_markdown, citations,
          file_ids, skipped, model, job_id, created_by, created_at, updated_at)
        values (${id}, ${owner.workspace_id}, ${await records.project()}, 'A report', 'Why?', 'summary', 'ready', 'So.',
          '## Why', ${JSON.stringify([citation])}, ${[await records.file()]}, '[]', 'm', ${newId('job', Date.now())}, ${owner.user_id}, now(), now())`);
      return id;
    }),
    chat: once(async () => {
      const id = newId('chat', Date.now());
      await db.query(sql`
        insert into chats (id, workspace_id, project_id, title, created_by, created_at, updated_at)
        values (${id}, ${owner.workspace_id}, ${await records.project()}, 'Why?', ${owner.user_id}, now(), now())`);
      return id;
    }),
    test: async () => (await survey()).id,
    interviewTest: once(async () => {
      const questions = [{ type: 'open', text: 'Why?' }];
      const slots = [{ start_at: '2035-03-05T08:00:00Z', end_at: '2035-03-05T18:00:00Z' }];
      const scheduling = { timezone: 'Europe/Berlin', duration_minutes: 45, slots };
      return (await newTest({ type: 'live_interview', questions, scheduling })).id;
    }),
    invitation: async () => (await invitation()).id,
    response,
    participant: once(async () => {
      const read = await send(owner.key, 'GET', `/v1/responses/${await response()}`);
      return read.body.data.participant.id as string;
    }),
    session: once(async () => {
      const participant = { email: `caller${++number}@example.com` };
      const { id } = await create(`/engage/tests/${await records.interviewTest()}/sessions`, {
        participant,
        scheduled_start_at: nextSlot(),
      });
      return id as string;
    }),
  };
  return records;
}

/** A time at which the host has no other session. */
export const nextSlot = (): string => new Date(Date.now() + (24 + ++number) * 3 * 3_600_000).toISOString();

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

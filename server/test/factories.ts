import { findOrCreateParticipant } from '../src/features/engage/participants/index.ts';
import { type IdKind, newId } from '../src/foundation/ids.ts';
import type { Route } from '../src/http/route.ts';
import { sql } from '../src/platform/database/index.ts';
import type { Account, TestParley } from './harness.ts';
import { openLink, publishTest } from './participant-link.ts';

/** The owner and the project of the records that a route needs, and the ids created so far for its path. */
export interface RouteFixture {
  parley: TestParley;
  owner: Account;
  project_id: string;
  ids: Partial<Record<IdKind, string>>;
}

/**
 * Creates a record of each kind, owned by the owner of the fixture, and returns its id. The boundary matrix calls these
 * factories for every id in a route's path.
 */
export const factories: Partial<Record<IdKind, (fixture: RouteFixture) => Promise<string>>> = {
  project: async ({ project_id }) => project_id,
  file: (fixture) => makeInProject(fixture, 'files', { name: 'A talk', transcript: { segments: talk } }),
  segment: async ({ owner, ids }) => {
    const { body } = await owner.get(`/v1/files/${ids.file}/transcript`);
    return body.data.segments[0].id;
  },
  clip: async (fixture) => {
    const file_id = await makeInProject(fixture, 'files', { name: 'A talk', transcript: { segments: talk } });
    // The file becomes a recording without bytes, because the gates do not read them.
    await fixture.parley.db.query(
      sql`update files set kind = 'audio', duration_seconds = 3600 where id = ${file_id}`,
    );
    return makeInProject(fixture, 'clips', { file_id, name: 'A clip', start_seconds: 1, end_seconds: 2 });
  },
  reel: async ({ parley, owner, project_id }) => {
    const id = newId('reel', Date.now());
    await parley.db.query(sql`
      insert into reels (id, workspace_id, project_id, name, status, created_by, created_at, updated_at)
      values (${id}, ${owner.workspace_id}, ${project_id}, 'A reel', 'ready', ${owner.user_id}, now(), now())`);
    return id;
  },
  job: async (fixture) => {
    await makeInProject(fixture, 'files', { name: 'Notes.txt', text: 'Some words.', transcribe: true });
    const { body } = await fixture.owner.get(`/v1/jobs?project_id=${fixture.project_id}`);
    return body.data[0].id;
  },
  report: async ({ parley, owner, project_id }) => {
    // The row is inserted without running a job, because the gates do not read the report's sources.
    const id = newId('report', Date.now());
    await parley.db.query(sql`
      insert into reports (id, workspace_id, project_id, title, prompt, template, status, summary, body_markdown, citations,
        file_ids, skipped, model, job_id, created_by, created_at, updated_at)
      values (${id}, ${owner.workspace_id}, ${project_id}, 'A report', 'Why?', 'summary', 'ready', 'So.', '## Why', '[]',
        '{}', '[]', 'm', ${newId('job', Date.now())}, ${owner.user_id}, now(), now())`);
    return id;
  },
  chat: async ({ parley, owner, project_id }) => {
    const id = newId('chat', Date.now());
    await parley.db.query(sql`
      insert into chats (id, workspace_id, project_id, title, created_by, created_at, updated_at)
      values (${id}, ${owner.workspace_id}, ${project_id}, 'Why?', ${owner.user_id}, now(), now())`);
    return id;
  },
  event: async ({ owner, project_id }) => {
    const { body } = await owner.get(`/v1/events?project_id=${project_id}`);
    return body.data[0].id;
  },
  webhook: async ({ owner }) => {
    const { body } = await owner.post('/v1/webhooks', { url: closedPortUrl, events: ['tag.created'] });
    return body.data.id;
  },
  delivery: async ({ owner, ids }) => {
    const { body } = await owner.post(`/v1/webhooks/${ids.webhook}/test`, {});
    return body.data.id;
  },
  automation: async ({ owner }) => {
    const hook = { event: 'tag.created', target_url: closedPortUrl };
    return (await owner.post('/v1/automations/hooks', hook)).body.data.id;
  },
  tag: (fixture) => makeInProject(fixture, 'tags', { name: 'A tag' }),
  tagging: async (fixture) => {
    const tag_ids = [await makeInProject(fixture, 'tags', { name: 'A tag' })];
    await makeInProject(fixture, 'notes', { body: 'Tagged.', tag_ids });
    const { body } = await fixture.owner.get(`/v1/projects/${fixture.project_id}/taggings`);
    return body.data[0].id;
  },
  note: (fixture) => makeInProject(fixture, 'notes', { body: 'A note.' }),
  comment: async (fixture) => {
    const target_id = await makeInProject(fixture, 'notes', { body: 'A note.' });
    return makeInProject(fixture, 'comments', { target_type: 'note', target_id, body: 'A comment.' });
  },
  lane: (fixture) => makeInProject(fixture, 'lanes', { name: 'A lane' }),
  card: (fixture) => makeInProject(fixture, 'cards', { title: 'A card' }),
  test: (fixture) => makeInProject(fixture, 'tests', { name: 'A test', type: 'survey' }),
  session: async (fixture) => {
    const test_id = await makeInProject(fixture, 'tests', { name: 'A test', type: 'live_interview' });
    const { db } = fixture.parley;
    const participant_id = newId('participant', Date.now());
    await db.query(sql`
      insert into participants (id, project_id, created_at, updated_at)
      values (${participant_id}, ${fixture.project_id}, now(), now())`);
    const id = newId('session', Date.now());
    await db.query(sql`
      insert into engage_sessions (id, project_id, test_id, test_version, participant_id, kind, status,
        scheduled_start_at, scheduled_end_at, created_at, updated_at)
      values (${id}, ${fixture.project_id}, ${test_id}, 0, ${participant_id}, 'live', 'scheduled',
        now() + interval '1 day', now() + interval '25 hours', now(), now())`);
    return id;
  },
  response: async (fixture) => {
    const { parley, owner, project_id } = fixture;
    const test = await publishTest(owner, project_id, { questions: [{ type: 'open', text: 'Why?' }] });
    const started = await openLink(parley, test.share_url).post('/response');
    return started.body.data.id;
  },
  invitation: async ({ owner, project_id }) => {
    const test = await publishTest(owner, project_id, { questions: [{ type: 'open', text: 'Why?' }] });
    const participants = [{ email: 'grace@example.com' }];
    const { body } = await owner.post(`/v1/engage/tests/${test.id}/invitations`, { participants });
    return body.data[0].id;
  },
  user: async ({ parley, owner }) => (await parley.account({ workspace_id: owner.workspace_id })).user_id,
  member_invitation: async ({ parley, owner }) => {
    const email = `invited${++invited}@example.com`;
    const { body } = await owner.post('/v1/workspace/invitations', { email });
    // Sending again is possible after a minute.
    await parley.db.query(
      sql`update member_invitations set updated_at = updated_at - interval '1 hour' where id = ${body.data.id}`,
    );
    return body.data.id;
  },
  participant: async ({ parley, project_id }) => {
    const person = {
      project_id,
      email: null,
      name: 'A person',
      timezone: null,
      locale: null,
      simulated: false,
    };
    return (await findOrCreateParticipant(parley.db, person, new Date())).id;
  },
};

let invited = 0;

const talk = [
  { speaker: 'A', start_seconds: 0, end_seconds: 2, text: 'What did you expect to happen here?' },
  { speaker: 'B', start_seconds: 2, end_seconds: 4, text: 'A button to go back.' },
];

/** No server listens on this port. */
const closedPortUrl = 'http://127.0.0.1:9/hook';

async function makeInProject(
  { owner, project_id }: RouteFixture,
  plural: string,
  body: object,
): Promise<string> {
  return (await owner.post(`/v1/projects/${project_id}/${plural}`, body)).body.data.id;
}

export async function createRouteFixture(
  parley: TestParley,
  owner: Account,
  visibility = 'private',
): Promise<RouteFixture> {
  const { body } = await owner.post('/v1/projects', { name: 'A project', visibility });
  return { parley, owner, project_id: body.data.id, ids: {} };
}

/** Builds the path of a route with ids of real records, and with its required query parameters. */
export async function realPath(fixture: RouteFixture, route: Route): Promise<string> {
  let path = `/v1${route.path}`;
  for (const [name, kind] of Object.entries(route.ids ?? {})) {
    const make = factories[kind];
    if (!make) throw new Error(`server/test/factories.ts has no factory for "${kind}": add one.`);
    const id = await make(fixture);
    fixture.ids[kind] = id;
    path = path.replace(`{${name}}`, id);
  }
  for (const [name, value] of pathParameters(route)) path = path.replace(`{${name}}`, value);
  const query = sampleFields(route, 'query');
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

/** Samples of the path parameters that are not ids. */
export const pathParameters = (route: Route): [string, string][] => sampleFields(route, 'params');

function sampleFields(route: Route, part: 'params' | 'query'): [string, string][] {
  const { properties = {}, required = [] } = (route[part] ?? {}) as {
    properties?: Record<string, { enum?: unknown[]; examples?: unknown[]; const?: unknown }>;
    required?: string[];
  };
  return required.map((name) => {
    const schema = properties[name];
    const sample = schema?.examples?.[0] ?? schema?.enum?.[0] ?? schema?.const;
    if (sample === undefined) {
      throw new Error(
        `${route.operationId}: give "${name}" in its ${part} an example, so that the test can call it.`,
      );
    }
    return [name, String(sample)];
  });
}

/** The example body in the route's documentation. */
export function exampleBody(route: Route): unknown {
  if (!route.body) return undefined;
  const body = route.example?.body;
  if (body === undefined && !route.bodyOptional) {
    throw new Error(`${route.operationId}: give it an example.body, for the test and the documentation.`);
  }
  return body;
}

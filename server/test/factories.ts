import { type IdKind, newId } from '../src/foundation/ids.ts';
import type { Route } from '../src/http/route.ts';
import { sql } from '../src/platform/database/index.ts';
import type { Account, TestParley } from './harness.ts';

/** Where something is made: by whom, in which project, and under which things that its path names before it. */
export interface Scene {
  parley: TestParley;
  owner: Account;
  project_id: string;
  ids: Partial<Record<IdKind, string>>;
}

/**
 * Makes a real thing of a kind, owned by the owner of the scene, and returns its id. What belongs to a project is made
 * in the scene's project. The boundary matrix asks here for every id in a route's path.
 */
export const factories: Partial<Record<IdKind, (scene: Scene) => Promise<string>>> = {
  project: async ({ project_id }) => project_id,
  file: (scene) => makeInProject(scene, 'files', { name: 'A talk', transcript: { segments: talk } }),
  segment: async ({ owner, ids }) => {
    const { body } = await owner.get(`/v1/files/${ids.file}/transcript`);
    return body.data.segments[0].id;
  },
  clip: async (scene) => {
    const file_id = await makeInProject(scene, 'files', { name: 'A talk', transcript: { segments: talk } });
    // As if it were a recording: what the gates do needs no bytes.
    await scene.parley.db.query(
      sql`update files set kind = 'audio', duration_seconds = 3600 where id = ${file_id}`,
    );
    return makeInProject(scene, 'clips', { file_id, name: 'A clip', start_seconds: 1, end_seconds: 2 });
  },
  job: async (scene) => {
    await makeInProject(scene, 'files', { name: 'Notes.txt', text: 'Some words.', transcribe: true });
    const { body } = await scene.owner.get(`/v1/jobs?project_id=${scene.project_id}`);
    return body.data[0].id;
  },
  report: async ({ parley, owner, project_id }) => {
    // As if a job had written it: what the gates do needs no material.
    const id = newId('report', Date.now());
    await parley.db.query(sql`
      insert into reports (id, workspace_id, project_id, title, prompt, template, status, summary, body_markdown, citations,
        file_ids, skipped, model, job_id, created_by, created_at, updated_at)
      values (${id}, ${owner.workspace_id}, ${project_id}, 'A report', 'Why?', 'summary', 'ready', 'So.', '## Why', '[]',
        '{}', '[]', 'm', ${newId('job', Date.now())}, ${owner.user_id}, now(), now())`);
    return id;
  },
  event: async ({ owner, project_id }) => {
    const { body } = await owner.get(`/v1/events?project_id=${project_id}`);
    return body.data[0].id;
  },
  webhook: async ({ owner }) => {
    const { body } = await owner.post('/v1/webhooks', { url: unheard, events: ['tag.created'] });
    return body.data.id;
  },
  delivery: async ({ owner, ids }) => {
    const { body } = await owner.post(`/v1/webhooks/${ids.webhook}/test`, {});
    return body.data.id;
  },
  automation: async ({ owner }) => {
    const hook = { event: 'tag.created', target_url: unheard };
    return (await owner.post('/v1/automations/hooks', hook)).body.data.id;
  },
  tag: (scene) => makeInProject(scene, 'tags', { name: 'A tag' }),
  tagging: async (scene) => {
    const tag_ids = [await makeInProject(scene, 'tags', { name: 'A tag' })];
    await makeInProject(scene, 'notes', { body: 'Tagged.', tag_ids });
    const { body } = await scene.owner.get(`/v1/projects/${scene.project_id}/taggings`);
    return body.data[0].id;
  },
  note: (scene) => makeInProject(scene, 'notes', { body: 'A note.' }),
  lane: (scene) => makeInProject(scene, 'lanes', { name: 'A lane' }),
  card: (scene) => makeInProject(scene, 'cards', { title: 'A card' }),
  test: (scene) => makeInProject(scene, 'tests', { name: 'A test', type: 'survey' }),
};

const talk = [
  { speaker: 'A', start_seconds: 0, end_seconds: 2, text: 'What did you expect to happen here?' },
  { speaker: 'B', start_seconds: 2, end_seconds: 4, text: 'A button to go back.' },
];

/** A port of this machine on which nothing listens. */
const unheard = 'http://127.0.0.1:9/hook';

async function makeInProject({ owner, project_id }: Scene, plural: string, body: object): Promise<string> {
  return (await owner.post(`/v1/projects/${project_id}/${plural}`, body)).body.data.id;
}

export async function createScene(
  parley: TestParley,
  owner: Account,
  visibility = 'private',
): Promise<Scene> {
  const { body } = await owner.post('/v1/projects', { name: 'A scene', visibility });
  return { parley, owner, project_id: body.data.id, ids: {} };
}

/** The path of a route with real ids in it, and whatever its query can't do without. */
export async function realPath(scene: Scene, route: Route): Promise<string> {
  let path = `/v1${route.path}`;
  for (const [name, kind] of Object.entries(route.ids ?? {})) {
    const make = factories[kind];
    if (!make) throw new Error(`server/test/factories.ts knows no "${kind}": add one that makes it.`);
    const id = await make(scene);
    scene.ids[kind] = id;
    path = path.replace(`{${name}}`, id);
  }
  for (const [name, value] of sampleFields(route, 'params')) path = path.replace(`{${name}}`, value);
  const query = sampleFields(route, 'query');
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

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
        `${route.operationId}: give "${name}" in its ${part} an example, so that it can be tried.`,
      );
    }
    return [name, String(sample)];
  });
}

/** The body that the route's own documentation shows. */
export function exampleBody(route: Route): unknown {
  if (!route.body) return undefined;
  const body = route.example?.body;
  if (body === undefined && !route.bodyOptional) {
    throw new Error(
      `${route.operationId}: give it an example.body, so that it can be tried and is documented.`,
    );
  }
  return body;
}

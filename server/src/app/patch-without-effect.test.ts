import { expect, test } from 'vitest';
import {
  createRouteFixture,
  exampleBody,
  factories,
  type RouteFixture,
  realPath,
} from '../../test/factories.ts';
import { createTestClock } from '../../test/harness.ts';
import { createPersonWithTraces } from '../../test/person-with-traces.ts';
import { describeParley } from '../../test/route-table.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';
import type { Route } from '../http/route.ts';
import { sql } from '../platform/database/index.ts';

const { routes } = await describeParley();
const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);

type Fields = Record<string, unknown>;
const get = async (path: string): Promise<Fields> => ({ ...(await ada.get(path)).body.data });

/** How the records of routes are read that have no GET of their own. */
const reads: Record<string, (fixture: RouteFixture, path: string) => Promise<Fields>> = {
  updateWorkspaceMember: async (_, path) => {
    const { data } = (await ada.get('/v1/workspace/members')).body;
    return { ...data.find(({ id }) => path.endsWith(id)) };
  },
  // A request names the speaker or its id.
  updateSegment: async ({ ids }) => {
    const { segments, revision, updated_at } = await get(`/v1/files/${ids.file}/transcript`);
    const { speaker, ...segment } = (segments as Fields[])[0] as Fields;
    return { ...segment, revision, updated_at };
  },
  updateSegments: async ({ ids }) => {
    const { segments, revision, updated_at } = await get(`/v1/files/${ids.file}/transcript`);
    const { id, text, speaker_id } = (segments as Fields[])[0] as Fields;
    return { segments: [{ id, text, speaker_id }], revision, updated_at };
  },
  updateSpeaker: async ({ ids }) => {
    const { speakers, revision, updated_at } = await get(`/v1/files/${ids.file}/transcript`);
    return { ...(speakers as Fields[])[0], revision, updated_at };
  },
  updateTaggings: async (fixture) => {
    fixture.ids.tagging ??= await factories.tagging?.(fixture);
    const { id, ...tagging } = await get(`/v1/taggings/${fixture.ids.tagging}`);
    return { ...tagging, tagging_ids: [id] };
  },
};

/** What a schema says about the form of a value. */
interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

/** The fields of a value that a schema for input has: the current values, as a client sends them back. */
function pick({ properties, items, anyOf }: Shape, value: unknown): unknown {
  if (value === null) return null;
  if (anyOf) return pick(anyOf.find(({ type }) => type !== 'null') ?? {}, value);
  if (items && Array.isArray(value)) return value.map((item) => pick(items, item));
  if (!properties || typeof value !== 'object') return value;
  const given = value as Fields;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      name in given && (given[name] !== null || isNullable(field)) ? [[name, pick(field, given[name])]] : [],
    ),
  );
}

const isNullable = ({ anyOf }: Shape) => anyOf?.some(({ type }) => type === 'null') === true;

async function countWrites(): Promise<unknown> {
  const [row] = await parley.db.query(
    sql`select (select count(*)::integer from events) as events, (select count(*)::integer from changes) as changes`,
  );
  return row;
}

async function expectNoEffect(route: Route, path: string, read = () => get(path)): Promise<void> {
  const before = await read();
  const body = pick(route.body as Shape, before) as Fields;
  expect(Object.keys(body)).not.toEqual([]);
  const writes = await countWrites();
  clock.advance(60_000);
  const { status, text } = await ada.patch(path, body);
  expect(status, text).toBe(200);
  const versionsOf = ({ updated_at, version, revision }: Fields) => ({ updated_at, version, revision });
  expect(versionsOf(await read())).toEqual(versionsOf(before));
  expect(await countWrites()).toEqual(writes);
}

const changes = routes.filter(({ method }) => method === 'PATCH');

test.each(changes.map((route): [string, Route] => [route.path, route]))(
  'PATCH %s with the current values changes neither the record nor its version, and emits nothing',
  async (_, route) => {
    const fixture = await createRouteFixture(parley, ada, 'workspace');
    const path = await realPath(fixture, route);
    await ada.patch(path, exampleBody(route));
    const read = reads[route.operationId];
    await expectNoEffect(route, path, read && (() => read(fixture, path)));
  },
);

test('PATCH of a card, a note and a file with evidence, tags and times with the current values changes nothing', async () => {
  const { card, ownNote, file, tag } = await createPersonWithTraces(parley, ada, 'mina@example.com');
  const given: Record<string, [id: string, change: object]> = {
    '/cards/{cardId}': [card, { tag_ids: [tag] }],
    '/notes/{noteId}': [ownNote, { tag_ids: [tag], start_seconds: 1, end_seconds: 2.5 }],
    '/files/{fileId}': [
      file,
      { tag_ids: [tag], recorded_at: '2026-01-01T10:00:00+02:00', metadata: { a: 'b' } },
    ],
  };
  for (const route of changes) {
    const [id, change] = given[route.path] ?? [];
    if (!id) continue;
    const path = `/v1${route.path.replace(/\{\w+\}/, id)}`;
    expect((await ada.patch(path, change)).status).toBe(200);
    await expectNoEffect(route, path);
  }
});

import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../test/use-parley.ts';
import { findTools } from '../../platform/media/find-tools.ts';
import { beginSignIn, signInHeaders } from '../identity/sign-in/index.ts';
import { addSampleProjects, type SampleProject } from './add-sample-projects.ts';
import { calendarStudy } from './calendar-study.ts';
import { createSampleClient } from './client.ts';
import { groceryStudy } from './grocery-study.ts';
import { findByQuote, readScript } from './script.ts';
import type { SampleStudy } from './study.ts';

const studies = [groceryStudy, calendarStudy];
const webhookUrl = 'http://127.0.0.1:4400/parley';

describe('the sample studies', () => {
  test.each(studies.map((study) => [study.name, study] as const))(
    '%s: has interviews of 10 to 40 turns by several speakers, and quotes that occur once',
    (_name, study) => {
      const scripts = study.interviews.map(({ script }) => readScript(script));
      for (const turns of scripts) {
        expect(turns.length).toBeGreaterThanOrEqual(10);
        expect(turns.length).toBeLessThanOrEqual(40);
        expect(new Set(turns.map(({ speaker }) => speaker)).size).toBeGreaterThan(1);
      }
      for (const quote of quotesOf(study)) expect(() => findByQuote(scripts.flat(), quote)).not.toThrow();
    },
  );
});

describe('adding the sample projects', () => {
  let projects: SampleProject[];
  let add: () => Promise<SampleProject[]>;

  const parley = useParley({ work: true });
  const account = useAccount(parley);
  beforeAll(async () => {
    const token = await beginSignIn(parley.db, account.user_id, parley.clock.now());
    const client = createSampleClient(parley.app, signInHeaders(parley.config.publicUrl, token));
    const { ffmpeg } = await findTools({ cacheDir: parley.config.dataDir });
    add = () => addSampleProjects(client, { ffmpeg, webhookUrl });
    projects = await add();
  });

  const list = <const Path extends string>(path: Path) => account.get(`/v1${path}?limit=100`);
  const countsOf = async (id: string) => {
    const kinds = ['files', 'tags', 'taggings', 'notes', 'lanes', 'cards', 'clips', 'reports'];
    const counts = await Promise.all(kinds.map((kind) => list(`/projects/${id}/${kind}`)));
    return Object.fromEntries(kinds.map((kind, index) => [kind, counts[index]?.body.data.length]));
  };

  test('stores everything that the studies describe', async () => {
    for (const [index, study] of studies.entries()) {
      const project = projects[index] as SampleProject;
      expect(await countsOf(project.id)).toEqual({
        files: study.interviews.length,
        tags: study.tags.length,
        taggings: taggingCount(study),
        notes: study.notes.length,
        lanes: study.lanes.length,
        cards: study.lanes.flatMap(({ cards }) => cards).length,
        clips: study.clips.length,
        reports: 1,
      });
      const lanes = (await list(`/projects/${project.id}/lanes`)).body.data.map(({ name }) => name);
      expect(lanes).toEqual(study.lanes.map(({ name }) => name));
    }
    expect((await list('/webhooks')).body.data).toMatchObject([{ url: webhookUrl, status: 'enabled' }]);
  });

  test('processes the recordings, the clips and the report', async () => {
    for (const { id } of projects) {
      for (const file of (await list(`/projects/${id}/files`)).body.data) {
        expect(file).toMatchObject({ status: 'ready', transcription_status: 'completed' });
        expect(file.kind).toBe(file.name.endsWith('.mp4') ? 'video' : 'audio');
        const { segments, speakers } = (await account.get(`/v1/files/${file.id}/transcript`)).body.data;
        const [first, ...others] = speakers;
        expect(first).toMatchObject({ label: segments[0].speaker, role: 'interviewer' });
        for (const { role } of others) expect(role).toBe('participant');
        expect(file.duration_seconds).toBeGreaterThan(segments.at(-1).end_seconds);
      }
      for (const clip of (await list(`/projects/${id}/clips`)).body.data) expect(clip.status).toBe('ready');
      const [report] = (await list(`/projects/${id}/reports`)).body.data;
      expect(report.quote_count).toBeGreaterThan(3);
    }
  });

  test('shows a different picture in each video', async () => {
    const files = (await Promise.all(projects.map(({ id }) => list(`/projects/${id}/files`)))).flatMap(
      ({ body }) => body.data,
    );
    const urls = files.filter(({ kind }) => kind === 'video').map(({ thumbnail_url }) => thumbnail_url);
    expect(urls.length).toBeGreaterThan(1);
    const pictures = await Promise.all(
      urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    );
    expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(urls.length);
    // A picture of one colour has less than 2 kB.
    for (const { length } of pictures) expect(length).toBeGreaterThan(4_000);
  });

  test('a second run adds nothing', async () => {
    const before = await Promise.all(projects.map(({ id }) => countsOf(id)));
    expect(await add()).toEqual(projects);
    expect(await Promise.all(projects.map(({ id }) => countsOf(id)))).toEqual(before);
    expect((await list('/projects')).body.data).toHaveLength(2);
    expect((await list('/webhooks')).body.data).toHaveLength(1);
  });

  test('a run after an interruption adds what is missing', async () => {
    const { id } = projects[1] as SampleProject;
    const before = await countsOf(id);
    for (const kind of ['files', 'cards', 'notes']) {
      const [first] = (await list(`/projects/${id}/${kind}`)).body.data;
      await account.delete(`/v1/${kind}/${first.id}`);
    }
    await add();
    expect(await countsOf(id)).toEqual(before);
  });
});

const taggingCount = (study: SampleStudy): number =>
  study.tags.flatMap(({ quotes }) => quotes).length +
  [...study.notes, ...study.clips, ...study.lanes.flatMap(({ cards }) => cards)].flatMap(
    ({ tags = [] }) => tags,
  ).length;

const quotesOf = ({ tags, notes, lanes, clips }: SampleStudy): string[] => [
  ...tags.flatMap(({ quotes }) => quotes),
  ...notes.flatMap(({ quote }) => quote ?? []),
  ...lanes.flatMap(({ cards }) => cards.flatMap(({ quotes }) => quotes)),
  ...clips.flatMap(({ from, to }) => [from, to]),
];

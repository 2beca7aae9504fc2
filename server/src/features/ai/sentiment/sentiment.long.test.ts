import { describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { germanTalk } from '../../../../test/interviews.ts';
import { reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);

const { newProject, newTalk, ended } = reportStudies(() => ada);

const complaints = [
  ['Interviewer', 'What do you love about this wonderful product?'],
  ['Mina', 'It crashed twice and I lost all my work. That was so frustrating.'],
  ['Mina', 'I clicked the button three times and nothing happened, so I gave up.'],
  ['Tom', 'I love the search, it is really fast and easy to use.'],
  ['Mina', 'Then I open the second tab and select the date.'],
] as const;

const segmentsOf = (lines: readonly (readonly [string, string])[]) =>
  lines.map(([speaker, text], i) => ({ speaker, text, start_seconds: i * 10, end_seconds: i * 10 + 9 }));

async function newFile(projectId: string, lines: readonly (readonly [string, string])[]): Promise<string> {
  const input = { name: 'Talk', transcript: { segments: segmentsOf(lines) } };
  return (await ada.post(`/v1/projects/${projectId}/files`, input)).body.data.id;
}

async function analyze(path: string, body?: object) {
  const accepted = await ada.post(`/v1/${path}/sentiment`, body);
  expect(accepted.status).toBe(202);
  expect(accepted.body.data).toMatchObject({ type: 'sentiment', status: 'queued', credits_used: 1 });
  return ended(accepted.body.data.id);
}

const fileSentiment = async (fileId: string) => (await ada.get(`/v1/files/${fileId}/sentiment`)).body.data;

describe('the sentiment of a file', () => {
  test('the sentiment of a file has counts, speakers and the strongest moments word for word, without the interviewer', async () => {
    const project = await newProject();
    const file = await newFile(project, complaints);
    const job = await analyze(`files/${file}`);
    expect(job).toMatchObject({ status: 'succeeded', progress: 100, file_id: file, project_id: project });
    const sentiment = await fileSentiment(file);
    expect(sentiment).toMatchObject({
      file_id: file,
      project_id: project,
      label: 'negative',
      counts: { positive: 1, neutral: 1, negative: 2 },
      transcript_revision: 1,
      stale: false,
      model: 'parley-sentiment-3',
      job_id: job.id,
    });
    expect(job.result).toEqual({
      overall: { label: 'negative', score: sentiment.score },
      files: [{ file_id: file, label: 'negative', score: sentiment.score, counts: sentiment.counts }],
      skipped: [],
    });
    expect(sentiment.speakers.map((s) => [s.speaker, s.label, s.counts])).toEqual([
      ['Mina', 'negative', { positive: 0, neutral: 1, negative: 2 }],
      ['Tom', 'positive', { positive: 1, neutral: 0, negative: 0 }],
    ]);
    expect(sentiment.most_positive).toEqual([
      expect.objectContaining({
        file_id: file,
        speaker: 'Tom',
        quote: complaints[3][1],
        start_seconds: 30,
        end_seconds: 39,
      }),
    ]);
    const [worst, second] = sentiment.most_negative;
    expect([worst.quote, second.quote].toSorted()).toEqual([complaints[1][1], complaints[2][1]].toSorted());
    expect(worst.score).toBeLessThanOrEqual(second.score);
    expect((await ada.get(`/v1/files/${file}`)).body.data.sentiment).toEqual({
      label: 'negative',
      score: sentiment.score,
    });
  });

  test('the sentiment of a file has the mood of every segment of a participant in the order of time, without those edited since', async () => {
    const file = await newFile(await newProject(), complaints);
    await analyze(`files/${file}`);
    const { segments, most_negative, counts } = await fileSentiment(file);
    const transcript = (await ada.get(`/v1/files/${file}/transcript`)).body.data;
    const answers = transcript.segments.slice(1);
    expect(segments.map((s) => [s.segment_id, s.start_seconds, s.end_seconds])).toEqual(
      answers.map((s) => [s.id, s.start_seconds, s.end_seconds]),
    );
    expect(Object.keys(segments[0])).toEqual([
      'segment_id',
      'label',
      'score',
      'start_seconds',
      'end_seconds',
    ]);
    const worst = segments.find((s) => s.segment_id === most_negative[0].segment_id);
    expect(worst).toMatchObject({ label: 'negative', score: most_negative[0].score });
    const labels = segments.map((s) => s.label);
    expect(labels.filter((label: string) => label === 'negative')).toHaveLength(counts.negative);

    await ada.patch(`/v1/files/${file}/transcript/segments/${worst.segment_id}`, { text: 'It was fine.' });
    const edited = await fileSentiment(file);
    expect(edited.stale).toBe(true);
    expect(edited.segments).toEqual(segments.filter((s) => s !== worst));
  });

  test.each(['Sara', 'Speaker 1'])('leaves out an interviewer called %s, who mostly asks', async (sara) => {
    const file = await newFile(await newProject(), [
      [sara, 'Thank you so much for coming, I am really happy that you are here.'],
      [sara, 'What did you love about this wonderful product?'],
      ['Mina', 'It crashed twice and I lost all my work. That was so frustrating.'],
      [sara, 'What would bring you back?'],
      ['Mina', 'I love the search, it is really fast and easy to use.'],
    ]);
    await analyze(`files/${file}`);
    const sentiment = await fileSentiment(file);
    expect(sentiment.counts).toEqual({ positive: 1, neutral: 0, negative: 1 });
    expect(sentiment.speakers.map((s) => s.speaker)).toEqual(['Mina']);
    expect(sentiment.most_positive.map((m) => m.speaker)).toEqual(['Mina']);
  });

  test('counts someone who only asks if nobody else speaks', async () => {
    const file = await newFile(await newProject(), [
      ['Interviewer', 'Tell me about the export.'],
      ['Mina', 'Why does this horrible export always crash and lose all my work?'],
    ]);
    await analyze(`files/${file}`);
    expect((await fileSentiment(file)).speakers).toMatchObject([{ speaker: 'Mina', label: 'negative' }]);
  });

  test('leaves out segments in another language and says so', async () => {
    const file = await newFile(await newProject(), [
      ...complaints,
      ['Zoé', 'Cette application est horrible, elle plante toujours et je perds mon travail.'],
      ['Mina', 'Je n’aime pas du tout le nouveau menu.'],
      ['Mina', 'アプリがとても遅いです。'],
      ['Mina', 'Merci, au revoir.'],
    ]);
    const job = await analyze(`files/${file}`);
    expect(job.result.skipped).toEqual([{ file_id: file, reason: 'partly_another_language' }]);
    const sentiment = await fileSentiment(file);
    const { positive, neutral, negative } = sentiment.counts;
    // The last segment is too short to recognize its language.
    expect(positive + neutral + negative).toBe(5);
    expect(sentiment.speakers.map((s) => s.speaker)).toEqual(['Mina', 'Tom']);
  });

  test('fails if the transcript is called English but is in another language', async () => {
    const project = await newProject();
    const segments = segmentsOf([['Zoé', 'Cette application est horrible et elle plante toujours.']]);
    const input = { name: 'Entretien', transcript: { language: 'en', segments } };
    const file = (await ada.post(`/v1/projects/${project}/files`, input)).body.data.id;
    expect(await analyze(`files/${file}`)).toMatchObject({
      status: 'failed',
      error: { code: 'unsupported_language' },
    });
  });

  test('returns 404 before it was analyzed and 422 without a transcript', async () => {
    const project = await newProject();
    const file = await newFile(project, complaints);
    expect((await ada.get(`/v1/files/${file}/sentiment`)).status).toBe(404);
    await ada.delete(`/v1/files/${file}/transcript`);
    const refused = await ada.post(`/v1/files/${file}/sentiment`);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual([expect.objectContaining({ field: 'file_id' })]);
  });

  test('marks a sentiment as stale after an edit, leaves out edited moments, and a new analysis refreshes it', async () => {
    const project = await newProject();
    const file = await newFile(project, complaints);
    await analyze(`files/${file}`);
    const { segments } = (await ada.get(`/v1/files/${file}/transcript`)).body.data;
    const text = 'It never crashed and I am very happy with it.';
    const edited = await ada.patch(`/v1/files/${file}/transcript/segments/${segments[1].id}`, { text });
    expect(edited.status).toBe(200);
    const stale = await fileSentiment(file);
    expect(stale).toMatchObject({ stale: true, transcript_revision: 1 });
    expect(stale.most_negative.map((m) => m.segment_id)).toEqual([segments[2].id]);
    expect((await ada.get(`/v1/projects/${project}/sentiment`)).body.data.stale).toBe(true);
    await analyze(`files/${file}`);
    expect(await fileSentiment(file)).toMatchObject({
      stale: false,
      transcript_revision: 2,
      counts: { positive: 2, neutral: 1, negative: 1 },
    });
  });

  test('deletes the sentiment of a file with the transcript', async () => {
    const project = await newProject();
    const file = await newFile(project, complaints);
    await analyze(`files/${file}`);
    expect((await ada.delete(`/v1/files/${file}/transcript`)).status).toBe(200);
    expect((await ada.get(`/v1/files/${file}/sentiment`)).status).toBe(404);
    expect((await ada.get(`/v1/files/${file}`)).body.data.sentiment).toBeNull();
    const left = await parley.db.query(sql`select 1 from segment_sentiments where file_id = ${file}`);
    expect(left).toEqual([]);
  });
});

describe('the sentiment of a project', () => {
  test('returns an empty sentiment of a project before the first analysis', async () => {
    const project = await newProject();
    await newFile(project, complaints);
    const empty = await ada.get(`/v1/projects/${project}/sentiment`);
    expect(empty.status).toBe(200);
    expect(empty.body.data).toEqual({
      project_id: project,
      overall: null,
      counts: { positive: 0, neutral: 0, negative: 0 },
      stale: false,
      unanalyzed_file_count: 1,
      files: [],
      most_positive: [],
      most_negative: [],
    });
  });

  test('combines the files that can be read and lists the others in skipped', async () => {
    const project = await newProject();
    const bad = await newFile(project, complaints);
    const good = await newFile(project, [
      ['Tom', 'I love it, it is great and so easy to use.'],
      ['Tom', 'Perfect, that works really well for me.'],
    ]);
    const german = await newTalk(project, 'Gespräch', germanTalk);
    const asked = await newFile(project, [['Interviewer', 'What did you expect to happen here?']]);
    const untranscribed = await newFile(project, complaints);
    await ada.delete(`/v1/files/${untranscribed}/transcript`);
    const job = await analyze(`projects/${project}`, {});
    expect(job.status).toBe('succeeded');
    expect(job.result.files.map((f) => f.file_id).toSorted()).toEqual([bad, good].toSorted());
    expect(job.result.skipped.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
      { file_id: asked, reason: 'no_participant_speech' },
      { file_id: untranscribed, reason: 'no_transcript' },
      { file_id: german, reason: 'unsupported_language' },
    ]);
    const { data } = (await ada.get(`/v1/projects/${project}/sentiment`)).body;
    expect(data).toMatchObject({
      overall: job.result.overall,
      counts: { positive: 3, neutral: 1, negative: 2 },
      stale: false,
      unanalyzed_file_count: 2,
    });
    expect(data.files.map((f) => f.file_id).toSorted()).toEqual([bad, good].toSorted());
    expect(data.most_positive).toHaveLength(3);
    expect(new Set(data.most_positive.map((m) => m.file_id))).toEqual(new Set([bad, good]));
  });

  test('moves the sentiment of a file with the file to another project', async () => {
    const [from, to] = [await newProject(), await newProject()];
    const file = await newFile(from, complaints);
    await analyze(`files/${file}`);
    const sentimentOf = async (project: string) =>
      (await ada.get(`/v1/projects/${project}/sentiment`)).body.data;
    const before = await sentimentOf(from);
    expect((await ada.post(`/v1/files/${file}/move`, { project_id: to })).status).toBe(200);
    const { files, most_negative } = await sentimentOf(to);
    expect({ files, most_negative }).toEqual({ files: before.files, most_negative: before.most_negative });
    expect(most_negative).toHaveLength(2);
    expect(await sentimentOf(from)).toMatchObject({ files: [], most_negative: [] });
  });

  test('returns 422 for an empty project, for files without a transcript and for unknown files', async () => {
    const project = await newProject();
    const refused = await ada.post(`/v1/projects/${project}/sentiment`, {});
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual([expect.objectContaining({ field: 'file_ids' })]);
    const file_ids = ['fil_01k9p3v7e8r5ys1q2w4x6z8abc'];
    const unknown = await ada.post(`/v1/projects/${project}/sentiment`, { file_ids });
    expect(unknown.status).toBe(422);
    expect(unknown.body.error.details).toEqual([expect.objectContaining({ field: 'file_ids.0' })]);
  });
});

describe('a sentiment job', () => {
  test('fails with a reason, and returns its credit, if the only transcript is not English', async () => {
    const project = await newProject();
    await newTalk(project, 'Gespräch', germanTalk);
    const accepted = await ada.post(`/v1/projects/${project}/sentiment`, {});
    expect(await ended(accepted.body.data.id)).toMatchObject({
      status: 'failed',
      credits_used: 0,
      error: { code: 'unsupported_language' },
    });
  });

  test('reads a file of three words and one of several pages', async () => {
    const project = await newProject();
    const short = await newFile(project, [['Mina', 'I love it.']]);
    await analyze(`files/${short}`);
    expect(await fileSentiment(short)).toMatchObject({ label: 'positive', most_positive: [] });
    const long = await newFile(
      project,
      Array.from({ length: 2_100 }, (_, i) => ['Mina', i % 2 ? 'Yes.' : 'It is broken.'] as const),
    );
    const canceled = await ada.post(`/v1/files/${long}/sentiment`);
    await until(
      async () => (await ada.get(`/v1/jobs/${canceled.body.data.id}`)).body.data.status === 'running',
      'the job to run',
    );
    expect((await ada.post(`/v1/jobs/${canceled.body.data.id}/cancel`)).status).toBe(200);
    expect((await ada.get(`/v1/files/${long}/sentiment`)).status).toBe(404);
    expect(await ended(canceled.body.data.id)).toMatchObject({
      error: { code: 'canceled' },
      credits_used: 0,
    });
  });
});

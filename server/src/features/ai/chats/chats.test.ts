import { describe, expect, test } from 'vitest';
import { fields } from '../../../../test/faults.ts';
import { createTestClock, startParley } from '../../../../test/harness.ts';
import { germanTalk, minaTalk } from '../../../../test/interviews.ts';
import { reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);

const { newProject, newTalk, ended, study } = reportStudies(() => ada);
const shipping = 'What do people say about shipping costs?';

/** Asks, waits for the job, and returns its result with the stored message. */
async function ask(project: string, body: object) {
  const accepted = await ada.post(`/v1/projects/${project}/chat`, body);
  expect(accepted.status).toBe(202);
  const job = await ended(accepted.body.data.id);
  expect(job).toMatchObject({ type: 'chat', status: 'succeeded', error: null });
  const { data } = (await ada.get(`/v1/chats/${job.result.chat_id}/messages?limit=100`)).body;
  return data.find(({ id }) => id === job.result.message_id);
}

/** Every quotation of the content is a verified citation, and its words are in the segment that it names. */
async function expectQuotesVerified({
  content,
  citations,
}: Pick<Awaited<ReturnType<typeof ask>>, 'content' | 'citations'>): Promise<void> {
  const blocks = content.match(/^> “.*”$/gm) ?? [];
  expect(blocks).toHaveLength(citations.length);
  for (const citation of citations) {
    const { segments } = (await ada.get(`/v1/files/${citation.file_id}/transcript`)).body.data;
    const segment = segments.find(({ id }) => id === citation.segment_id);
    expect(segment.text.replace(/\s+/g, ' ')).toContain(citation.quote);
    expect(citation).toMatchObject({
      verified: true,
      speaker: segment.speaker,
      start_seconds: segment.start_seconds,
      source_deleted: false,
    });
    expect(content).toContain(`[${citation.id}]`);
  }
}

describe('a chat', () => {
  test('answers with verified quotations, stores the thread and emits one event', async () => {
    const { project } = await study();
    const accepted = await ada.post(`/v1/projects/${project}/chat`, { message: shipping });
    expect(accepted.status).toBe(202);
    expect(accepted.body.data).toMatchObject({ type: 'chat', status: 'queued', credits_used: 1 });
    const job = await ended(accepted.body.data.id);
    expect(job).toMatchObject({ status: 'succeeded', attempts: 1, credits_used: 1 });
    const { chat_id, message_id, content, citations } = job.result;
    expect(Object.keys(job.result).sort()).toEqual([
      'answered',
      'chat_id',
      'citations',
      'content',
      'message_id',
    ]);
    expect(content).toMatch(
      /^\*\*Two of two participants\*\* speak about shipping costs: (Mina and Tom|Tom and Mina)\.\n/,
    );
    expect(content).toMatch(/> “.*shipping costs.*”\n> — Mina, Talk with Mina, 0:\d\d \[cit_\d\]/i);
    expect(content).not.toContain('Interviewer');
    expect(new Set(citations.map(({ speaker }) => speaker))).toEqual(new Set(['Mina', 'Tom']));
    await expectQuotesVerified(job.result);

    const chat = (await ada.get(`/v1/chats/${chat_id}`)).body.data;
    expect(chat).toMatchObject({
      project_id: project,
      title: shipping,
      message_count: 2,
      created_by: ada.user_id,
    });
    expect((await ada.get(`/v1/projects/${project}/chats`)).body.data).toEqual([chat]);
    const { data } = (await ada.get(`/v1/chats/${chat_id}/messages?sort=created_at`)).body;
    expect(data).toMatchObject([
      {
        role: 'user',
        content: shipping,
        citations: [],
        model: null,
        answered: null,
        created_by: ada.user_id,
      },
      { id: message_id, role: 'assistant', content, model: 'parley-extractive-1', answered: true },
    ]);
    expect(data[1]).toMatchObject({ chat_id, job_id: job.id, created_by: null, citations });

    const events = (await ada.get(`/v1/events?type=chat.completed&project_id=${project}`)).body.data;
    expect(events.map((event) => event.data)).toEqual([data[1]]);
  });

  test('says in the first sentence that the material has no answer, and shows the closest passages', async () => {
    const { project } = await study();
    const answer = await ask(project, { message: 'What do people think about the loyalty programme?' });
    expect(answer.answered).toBe(false);
    expect(answer.content).toMatch(/^The material does not contain an answer to this question\.\n/);
    await expectQuotesVerified(answer);
  });

  test('prints and cites a passage with quotation marks exactly', async () => {
    const said = [
      'She told me “I hate the login” and then she left the company.',
      'The login page — “slow”.',
      'The login, it’s “too blue”, honestly.',
      '“The login never worked for me.”',
      'The login is “never there when I need it.',
    ];
    const project = await newProject();
    for (const [i, words] of said.entries())
      await newTalk(project, `Talk ${i}`, `Interviewer: What about the login?\nIda ${i}: ${words}`, 'en');
    const all = await ask(project, { message: 'What do people say about the login?' });
    expect(all.citations.map(({ quote }) => quote).sort()).toEqual(said.toSorted());
    for (const [i, words] of said.entries())
      expect(all.content).toContain(`> “${words}”\n> — Ida ${i}, Talk ${i}, `);
    expect(all.content).not.toContain('not found word for word');
    await expectQuotesVerified(all);

    const french = 'Intervieweur : Et la page ?\nIda: Ils disent « la page bleue » et la page est lente.';
    const inFrench = await newProject();
    await newTalk(inFrench, 'Entretien', french, 'fr');
    const answer = await ask(inFrench, { message: 'Que disent les gens de la page ?' });
    expect(answer.content).toContain('> «Ils disent « la page bleue » et la page est lente.»\n> — Ida');
    expect(answer.citations).toMatchObject([{ id: 'cit_1', verified: true }]);
  });

  test('follow-up questions use the thread', async () => {
    const { project } = await study();
    const { chat_id, content } = await ask(project, { message: 'What did Tom say about the voucher?' });
    expect(content).toMatch(/^\*\*Tom\*\* speaks about the voucher\./);
    const why = await ask(project, { chat_id, message: 'Why?' });
    expect(why.content).toContain('voucher');
    const others = await ask(project, { chat_id, message: 'And the others?' });
    expect(others).toMatchObject({ content: 'No other participant speaks about this.', answered: false });
    const { data } = (await ada.get(`/v1/chats/${chat_id}/messages?sort=created_at`)).body;
    expect(data.map(({ role }) => role)).toEqual(Array(3).fill(['user', 'assistant']).flat());
  });

  test('limits a chat to the files of the question', async () => {
    const { project, tom } = await study();
    const answer = await ask(project, { message: shipping, file_ids: [tom] });
    expect(answer.file_ids).toEqual([tom]);
    expect(answer.content).toMatch(/^\*\*The only participant\*\* speaks about shipping costs: Tom\./);
    expect(answer.citations.every(({ file_id }) => file_id === tom)).toBe(true);
  });

  test('answers in the language of the question', async () => {
    const project = await newProject();
    await newTalk(project, 'Gespräch', germanTalk, 'de');
    const answer = await ask(project, { message: 'Was sagen die Leute über die Versandkosten?' });
    expect(answer.content).toMatch(/^\*\*1 von 1 Person\*\* äußert sich zu dieser Frage: Jana\./);
    expect(answer.content).toContain('> „Die Versandkosten kamen erst ganz am Ende, das war verwirrend.“');
  });

  test('gives an overview if the question has no topic of its own', async () => {
    const { project } = await study();
    const answer = await ask(project, { message: 'Summarise the main findings, please.' });
    expect(answer.content).toMatch(/^\*\*Two participants speak\*\* in this material\./);
    expect(answer.citations.length).toBeGreaterThan(3);
    await expectQuotesVerified(answer);
  });

  test('shows disagreements next to each other, and criticism or praise if that is asked for', async () => {
    const project = await newProject();
    await newTalk(
      project,
      'Ana',
      'Interviewer: How was the search?\nAna: The search is excellent, I love how fast it finds everything.',
      'en',
    );
    await newTalk(
      project,
      'Ben',
      'Interviewer: How was the search?\nBen: The search is terrible and frustrating, it never finds what I need.',
      'en',
    );
    const both = await ask(project, { message: 'What do people think about the search?' });
    expect(both.content).toMatch(/### Views differ\n\nPositive:\n\n> “The search is excellent/);
    expect(both.content).toMatch(/Critical:\n\n> “The search is terrible/);
    const critical = await ask(project, { message: 'What do people struggle with?' });
    expect(critical.content).toMatch(/^\*\*One of two participants\*\* says something critical: Ben\./);
    expect(critical.citations.map(({ speaker }) => speaker)).toEqual(['Ben']);
  });

  test('names notes and cards without printing them as quotations', async () => {
    const project = await newProject();
    await ada.post(`/v1/projects/${project}/notes`, {
      title: 'Pricing',
      body: 'Everyone asked about the <b>annual</b> discount.',
    });
    const answer = await ask(project, { message: 'Who asked about the annual discount?' });
    expect(answer.content).toContain('- note *Pricing*: Everyone asked about the \\<b\\>annual');
    expect(answer.content).not.toMatch(/[>“]\s*Everyone/);
    expect(answer.citations).toEqual([]);
  });

  test('answers two questions at once, each answer after its question', async () => {
    const { project } = await study();
    const { chat_id } = await ask(project, { message: shipping });
    const messages = ['What about the voucher field?', 'What about the photos?'];
    const posted = await Promise.all(
      messages.map((message) => ada.post(`/v1/projects/${project}/chat`, { message, chat_id })),
    );
    for (const { body } of posted) expect(await ended(body.data.id)).toMatchObject({ status: 'succeeded' });
    const { data } = (await ada.get(`/v1/chats/${chat_id}/messages?sort=created_at`)).body;
    expect(data.map(({ role }) => role)).toEqual(Array(3).fill(['user', 'assistant']).flat());
    for (const at of [2, 4]) {
      const [question, reply] = data.slice(at);
      expect(reply.job_id).toBe(question.job_id);
      expect(reply.content).toContain(question.content.includes('voucher') ? 'voucher' : 'photos');
    }
    expect((await ada.get(`/v1/chats/${chat_id}`)).body.data.message_count).toBe(6);
    const first = (await ada.get(`/v1/chats/${chat_id}/messages?sort=created_at&limit=4`)).body;
    const next = await ada.get(
      `/v1/chats/${chat_id}/messages?sort=created_at&limit=4&cursor=${first.meta.next_cursor}`,
    );
    expect([...first.data, ...next.body.data]).toEqual(data);
    const answers = await ada.get(
      `/v1/chats/${chat_id}/messages?role=assistant&created_after=2020-01-01T00:00:00Z`,
    );
    expect(answers.body.data).toHaveLength(3);
  });

  test('a thread of 500 messages works', async () => {
    const { project } = await study();
    const { chat_id } = await ask(project, { message: shipping });
    await parley.db.query(sql`
      insert into chat_messages (id, chat_id, project_id, place, role, content, job_id, created_at, updated_at)
      select ${newId('message', Date.now())} || n, ${chat_id}, ${project}, n,
          case when n % 2 = 1 then 'user' else 'assistant' end, repeat('Many words. ', 500), 'job_x', now(), now()
        from generate_series(3, 500) n`);
    await parley.db.query(
      sql`update chats set question_count = 250, message_count = 500 where id = ${chat_id}`,
    );
    const answer = await ask(project, { message: 'What about the voucher field?', chat_id });
    expect(answer.content).toContain('voucher');
  });

  test('deleting a thread ends its unfinished jobs and refunds their credit', async () => {
    // No worker, so that the job is not finished before the chat is deleted.
    const idle = await startParley({ clock: createTestClock() });
    try {
      const bob = await idle.account();
      const project = (await bob.post('/v1/projects', { name: 'Study' })).body.data.id;
      await bob.post(`/v1/projects/${project}/notes`, { body: 'People ask about shipping costs.' });
      const job = (await bob.post(`/v1/projects/${project}/chat`, { message: shipping })).body.data;
      const [chat] = (await bob.get(`/v1/projects/${project}/chats`)).body.data;
      expect((await bob.delete(`/v1/chats/${chat.id}`)).body.data).toEqual({ id: chat.id, deleted: true });
      expect((await bob.get(`/v1/jobs/${job.id}`)).body.data).toMatchObject({
        status: 'failed',
        credits_used: 0,
        error: { code: 'canceled', message: 'The chat was deleted.' },
      });
      expect((await bob.get('/v1/usage')).body.data.credits.ai_jobs.used).toBe(0);
      expect((await bob.get(`/v1/chats/${chat.id}/messages`)).status).toBe(404);
    } finally {
      await idle.stop();
    }
  });

  test('returns 422 for a question if there is nothing to read', async () => {
    const project = await newProject();
    const empty = await ada.post(`/v1/projects/${project}/chat`, { message: 'Why?' });
    expect([empty.status, fields(empty)]).toEqual([422, ['file_ids']]);
    const created = await ada.post(`/v1/projects/${project}/files`, {
      name: 'Notes.txt',
      text: 'Some words.',
    });
    const file_ids = [created.body.data.id];
    const untranscribed = await ada.post(`/v1/projects/${project}/chat`, { message: 'Why?', file_ids });
    expect([untranscribed.status, fields(untranscribed)]).toEqual([422, ['file_ids.0']]);
  });

  test.each([
    ['an empty message', { message: ' ' }, 'message'],
    ['a message of 10,001 characters', { message: 'x'.repeat(10_001) }, 'message'],
    ['an unknown field', { message: 'Why?', tone: 'kind' }, 'tone'],
    ['an unknown chat', { message: 'Why?', chat_id: newId('chat', 1) }, 'chat_id'],
    ['an id of another kind', { message: 'Why?', chat_id: newId('file', 1) }, 'chat_id'],
    ['an unknown file', { message: 'Why?', file_ids: [newId('file', 1)] }, 'file_ids.0'],
  ])('returns 422 for a question with %s', async (_, body, field) => {
    const { project } = await study();
    const answer = await ada.post(`/v1/projects/${project}/chat`, body);
    expect([answer.status, fields(answer)]).toEqual([422, [field]]);
  });

  test('does not continue a chat of another project or workspace', async () => {
    const [one, two] = [await study(), await study()];
    const { chat_id } = await ask(one.project, { message: shipping });
    const answer = await ada.post(`/v1/projects/${two.project}/chat`, { message: 'Why?', chat_id });
    expect([answer.status, fields(answer)]).toEqual([422, ['chat_id']]);
    expect((await (await parley.account()).get(`/v1/chats/${chat_id}`)).status).toBe(404);
  });

  test('a question of 10,000 characters and a project of three words get an answer', async () => {
    const project = await newProject();
    await newTalk(project, 'Short', 'Mina: Too many clicks', 'en');
    const long = await ask(project, { message: `${'What about clicks? '.repeat(520)}`.slice(0, 10_000) });
    expect(long.role).toBe('assistant');
  });

  test('citations follow the words of a transcript and remain, marked, when its file is deleted', async () => {
    const project = await newProject();
    const mina = await newTalk(project, 'Talk with Mina', minaTalk, 'en');
    const { id, chat_id, citations } = await ask(project, { message: shipping });
    const [cited] = citations;
    const read = async () =>
      (await ada.get(`/v1/chats/${chat_id}/messages`)).body.data.find((m) => m.id === id).citations;
    const before = (await ada.get(`/v1/files/${mina}/transcript`)).body.data;
    const segments = before.segments.map((s) => ({
      speaker: s.speaker,
      start_seconds: s.start_seconds,
      end_seconds: s.end_seconds,
      text: s.id === cited.segment_id ? 'Something else entirely.' : s.text,
    }));
    expect((await ada.put(`/v1/files/${mina}/transcript`, { segments, language: 'en' })).status).toBe(200);
    expect((await read()).find((c) => c.id === cited.id).source_deleted).toBe(true);
    await ada.post(`/v1/files/${mina}/transcript/revert`, { revision: before.revision });
    expect((await read()).find((c) => c.id === cited.id).source_deleted).toBe(false);
    await ada.delete(`/v1/files/${mina}`);
    expect((await read()).every((c) => c.source_deleted && c.quote !== '')).toBe(true);
  });
});

import { createEmit, sampleEvent } from '../src/events/index.ts';
import { findOrCreateParticipant } from '../src/features/engage/participants/index.ts';
import { toCitation } from '../src/features/evidence/index.ts';
import { accessOf } from '../src/features/projects/index.ts';
import { newId } from '../src/foundation/ids.ts';
import { sql } from '../src/platform/database/index.ts';
import type { Account, TestParley } from './harness.ts';

/** What the person says; parts of it are copied to many places. */
export const secret = 'My landlord Ottokar reads every letter before I get it';
export const short = 'never again';
const other = 'I pay my rent on the first day of each month';

/** A participant whose words are in every kind of record, and a second person whose words must remain. */
export async function createPersonWithTraces(
  parley: Pick<TestParley, 'db' | 'clock'>,
  owner: Pick<Account, 'get' | 'post' | 'user_id' | 'workspace_id'>,
  email: string,
) {
  const { db, clock } = parley;
  const now = clock.now();
  const make = async (path: string, body: object) => (await owner.post(path, body)).body.data;
  const project_id = (await make('/v1/projects', { name: 'Renting' })).id;
  const inProject = (resource: string, body: object) => make(`/v1/projects/${project_id}/${resource}`, body);
  const questions = [{ type: 'open', text: 'How do you rent?' }];
  const test_id = (await inProject('tests', { name: 'Letters', type: 'survey', questions })).id;
  const person = { project_id, email, name: 'Mina Petrov', timezone: 'Europe/Sofia', locale: 'bg' };
  const { id } = await findOrCreateParticipant(db, { ...person, simulated: false }, now);

  const ids = {
    response: newId('response', now.getTime()),
    session: newId('session', now.getTime()),
    report: newId('report', now.getTime()),
    chat: newId('chat', now.getTime()),
    job: newId('job', now.getTime()),
  };
  await db.query(sql`
    insert into engage_sessions (id, project_id, test_id, test_version, participant_id, kind, status, summary, created_at, updated_at)
    values (${ids.session}, ${project_id}, ${test_id}, 1, ${id}, 'live', 'completed', ${secret}, ${now}, ${now})`);
  await db.query(sql`
    insert into responses (id, project_id, test_id, test_version, number, status, participant_id, session_id, started_at,
      submitted_at, metadata, created_at, updated_at)
    values (${ids.response}, ${project_id}, ${test_id}, 1, 1, 'completed', ${id}, ${ids.session}, ${now}, ${now},
      ${{ crm: 'Ottokar' }}, ${now}, ${now})`);
  await db.query(sql`
    insert into answers (id, response_id, question_id, question, type, text, created_at, updated_at)
    values (${newId('answer', now.getTime())}, ${ids.response}, ${newId('question', now.getTime())}, 'How do you rent?', 'open',
      ${`${secret}. Really.`}, ${now}, ${now})`);
  await db.query(sql`
    insert into consents (participant_id, test_id, version, accepted_at) values (${id}, ${test_id}, 1, ${now})`);

  const talk = (speaker: string, text: string) => ({
    segments: [
      {
        speaker: 'Interviewer',
        start_seconds: 0,
        end_seconds: 4,
        text: 'How do you rent?',
      },
      { speaker, start_seconds: 4, end_seconds: 9, text },
      { speaker, start_seconds: 9, end_seconds: 12, text: `Well, ${short}.` },
    ],
  });
  const newFile = async (name: string, speaker: string, text: string) =>
    (await inProject('files', { name, transcript: talk(speaker, text) })).id;
  const file = await newFile('Interview with Mina', 'Mina Petrov', `${secret}.`);
  await db.query(sql`update files set session_id = ${ids.session} where id = ${file}`);
  const otherFile = await newFile('Another interview', 'Someone', other);
  const segmentsOf = async (fileId: string): Promise<{ id: string }[]> =>
    (await owner.get(`/v1/files/${fileId}/transcript`)).body.data.segments;
  const [segments, otherSegments] = await Promise.all([segmentsOf(file), segmentsOf(otherFile)]);
  await db.query(sql`update files set kind = 'audio', duration_seconds = 60 where id = ${file}`);

  const tag = (await inProject('tags', { name: 'privacy' })).id;
  await make(`/v1/tags/${tag}/taggings`, { target_type: 'segment', target_id: segments[1]?.id });
  await inProject('clips', { file_id: file, name: 'The letter', start_seconds: 4, end_seconds: 9 });
  const ownNote = (await inProject('notes', { body: 'She hesitates.', file_id: file })).id;
  const note = (await inProject('notes', { body: `Compare: “${secret.split(' ').slice(1, 9).join(' ')}”.` }))
    .id as string;
  const card = (
    await inProject('cards', {
      title: `Letters: ${secret}`,
      evidence: [
        { segment_id: segments[1]?.id },
        { segment_id: segments[2]?.id },
        { segment_id: otherSegments[1]?.id },
      ],
    })
  ).id;

  const citation = (cit: string, quote: string, file_id: string, speaker: string) => ({
    id: cit,
    file_id,
    response_id: null,
    segment_id: null,
    start_seconds: 4,
    end_seconds: 9,
    speaker,
    quote,
    verified: true,
    transcript_revision: 1,
    source_deleted: false,
    file_name: 'Interview with Mina',
    page: null,
  });
  const citations = [
    citation('cit_1', secret, file, 'Mina Petrov'),
    citation('cit_2', other, otherFile, 'Someone'),
    citation('cit_3', short, file, 'Mina Petrov'),
  ];
  const body = `## Letters\n\n> “${secret}”\n> — Mina Petrov, Interview with Mina, 0:04 [cit_1]\n\n> “${other}”\n> — Someone [cit_2]\n\nThey say “${short}” [cit_3]. Others would never again do it.`;
  await db.query(sql`
    insert into reports (id, workspace_id, project_id, title, prompt, template, status, summary, body_markdown, citations,
      file_ids, skipped, model, job_id, created_by, created_at, updated_at)
    values (${ids.report}, ${owner.workspace_id}, ${project_id}, 'Renting', 'Why?', 'summary', 'ready',
      ${`One says: ${secret}.`}, ${body}, ${JSON.stringify(citations)}, ${[file, otherFile]}, '[]', 'm', ${ids.job},
      ${owner.user_id}, ${now}, ${now})`);
  await db.query(sql`
    insert into report_revisions (report_id, revision, action, title, summary, body_markdown, citations, created_at)
    select id, version, 'generate', title, summary, body_markdown, citations, created_at from reports
     where id = ${ids.report}`);
  await db.query(sql`
    insert into chats (id, workspace_id, project_id, title, created_by, created_at, updated_at)
    values (${ids.chat}, ${owner.workspace_id}, ${project_id}, ${`Does ${email} rent?`}, ${owner.user_id}, ${now}, ${now})`);
  const message_id = newId('message', now.getTime());
  await db.query(sql`
    insert into chat_messages (id, chat_id, project_id, place, role, content, citations, job_id, created_at, updated_at)
    values (${message_id}, ${ids.chat}, ${project_id}, 2, 'assistant', ${body},
      ${JSON.stringify(citations)}, ${ids.job}, ${now}, ${now})`);
  await db.query(sql`
    insert into jobs (id, workspace_id, project_id, type, status, input, result, created_by, created_at, updated_at)
    values (${ids.job}, ${owner.workspace_id}, ${project_id}, 'chat', 'succeeded', ${{ prompt: `Why “${secret}”?` }},
      ${{ chat_id: ids.chat, message_id, answered: true, content: body, citations: citations.map(toCitation) }},
      ${owner.user_id}, ${now}, ${now})`);
  const sample = sampleEvent('test.response.submitted').data as {
    participant: object;
    answers: object[];
  };
  await createEmit([], accessOf, () => {})(db, {
    type: 'test.response.submitted',
    workspace_id: owner.workspace_id,
    project_id,
    data: {
      ...sample,
      id: ids.response,
      test_id,
      project_id,
      participant: { ...sample.participant, id, name: 'Mina Petrov', email },
      answers: [{ ...sample.answers[0], value: secret, text: secret }],
    },
    at: now,
  });
  await db.query(sql`
    insert into tasks (kind, workspace_id, subject, input, due_at)
    values ('mail.send', ${owner.workspace_id}, 'invitation', ${{ to: email, project_id, subject: 'Letters' }}, now() + interval '1 day')`);
  return { id, project_id, test_id, file, otherFile, ownNote, note, card, tag, segments, ...ids };
}

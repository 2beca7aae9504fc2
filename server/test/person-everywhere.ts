import { exemptColumns } from '../src/features/engage/erasure/exempt-columns.ts';
import { findOrCreateParticipant } from '../src/features/engage/participants/index.ts';
import { newId } from '../src/foundation/ids.ts';
import { raw, sql } from '../src/platform/database/index.ts';
import { createMailer } from '../src/platform/mail/index.ts';
import type { Account, TestParley } from './harness.ts';
import { createPersonWithTraces, secret } from './person-with-traces.ts';

export const personName = 'Mina Petrov';
export const personEmail = 'mina.everywhere@example.com';
/** What must not be found after the erasure. */
export const personTexts = [
  secret,
  'Ottokar reads every letter',
  'letter before I get it',
  personName,
  personEmail,
];

const about = `${personName} (${personEmail}) said: ${secret}.`;

/**
 * A person whose name, address and words are in every column that is not exempt from redaction, in rows of other people too.
 * Returns how many rows of each table have them. The database contains nothing else.
 */
export async function createPersonEverywhere(parley: TestParley, owner: Account) {
  const person = await createPersonWithTraces(parley, owner, personEmail);
  await createOtherRecords(parley, owner, person);
  return { ...person, rows: await writeEverywhere(parley) };
}

type Person = Awaited<ReturnType<typeof createPersonWithTraces>>;

/** One row in each table that the API fills only in the course of time. */
async function createOtherRecords(parley: TestParley, owner: Account, person: Person) {
  const { db, clock } = parley;
  const now = clock.now();
  const ms = now.getTime();
  const { project_id, test_id, otherFile } = person;
  const { workspace_id, user_id } = owner;
  const other = { project_id, email: 'tom@example.com', name: 'Tom', timezone: null, locale: null };
  const { id: tom } = await findOrCreateParticipant(db, { ...other, simulated: false }, now);
  const [response, session, reel] = [newId('response', ms), newId('session', ms), newId('reel', ms)];
  const [webhook, hook, event] = [newId('webhook', ms), newId('automation', ms), newId('event', ms)];
  await db.query(sql`
    insert into engage_sessions (id, project_id, test_id, test_version, participant_id, kind, status, created_at, updated_at)
    values (${session}, ${project_id}, ${test_id}, 1, ${tom}, 'ai', 'completed', ${now}, ${now})`);
  await db.query(sql`
    insert into responses (id, project_id, test_id, test_version, number, status, participant_id, session_id, started_at,
      submitted_at, created_at, updated_at)
    values (${response}, ${project_id}, ${test_id}, 1, 2, 'completed', ${tom}, ${session}, ${now}, ${now}, ${now}, ${now})`);
  await db.query(sql`
    insert into answers (id, response_id, question_id, question, type, created_at, updated_at)
    values (${newId('answer', ms)}, ${response}, ${newId('question', ms)}, 'How?', 'open', ${now}, ${now})`);
  await db.query(sql`
    insert into follow_ups (response_id, question_id, turn, text, wording, created_at)
    values (${response}, ${newId('question', ms)}, 1, 'Why?', 'model', ${now})`);
  await db.query(sql`
    insert into spoken_answers (response_id, recording, status, created_at) values (${response}, 'r', 'completed', ${now})`);
  await db.query(sql`
    insert into interviews (session_id, response_id, language, started_at, last_turn_at)
    values (${session}, ${response}, 'en', ${now}, ${now})`);
  await db.query(sql`
    insert into interview_turns (session_id, number, role, step, text, wording, created_at)
    values (${session}, 1, 'moderator', '{}', 'How?', 'model', ${now})`);
  await db.query(sql`
    insert into interview_turns (session_id, number, role, reading, text, client_turn, created_at)
    values (${session}, 2, 'participant', '{}', 'So.', 1, ${now})`);
  await db.query(sql`
    insert into call_peers (id, session_id, role, name, joined_at, seen_at)
    values ('peer', ${session}, 'participant', 'Tom', ${now}, ${now})`);
  await db.query(sql`
    insert into invitations (id, project_id, test_id, participant_id, email, status, created_at, updated_at)
    values (${newId('invitation', ms)}, ${project_id}, ${test_id}, ${tom}, 'tom@example.com', 'sent', ${now}, ${now})`);
  await db.query(sql`
    insert into test_versions (test_id, version, content, created_at) values (${test_id}, 1, '{}', ${now})
    on conflict do nothing`);
  await db.query(sql`
    insert into clips (id, workspace_id, project_id, file_id, name, start_seconds, end_seconds, status, created_at, updated_at)
    values (${newId('clip', ms)}, ${workspace_id}, ${project_id}, ${otherFile}, 'Clip', 4, 9, 'ready', ${now}, ${now})`);
  await db.query(sql`
    insert into reels (id, workspace_id, project_id, name, status, created_at, updated_at)
    values (${reel}, ${workspace_id}, ${project_id}, 'Reel', 'ready', ${now}, ${now})`);
  await db.query(sql`
    insert into file_sentiments (file_id, workspace_id, project_id, revision, label, score, segment_counts, word_counts,
      speakers, model, job_id, analyzed_at)
    values (${otherFile}, ${workspace_id}, ${project_id}, 1, 'neutral', 0, '{0,1,0}', '{0,1,0}', '[]', 'm', ${person.job}, ${now})`);
  await db.query(sql`
    insert into comments (id, project_id, target_type, target_id, body, created_at, updated_at)
    values (${newId('comment', ms)}, ${project_id}, 'file', ${otherFile}, 'So.', ${now}, ${now})`);
  await db.query(sql`
    insert into transcription_steps (job_id, number, step) values (${person.job}, 1, '{}')`);
  await db.query(sql`
    insert into chat_drafts (job_id, chat_id, attempt, content, citations, updated_at)
    select ${person.job}, chat_id, 1, '', citations, ${now} from chat_messages
    where chat_id = ${person.chat} and jsonb_array_length(citations) > 0 limit 1`);
  const segments = (await owner.get(`/v1/files/${otherFile}/transcript`)).body.data.segments as {
    id: string;
  }[];
  await owner.post(`/v1/tags/${person.tag}/taggings`, { target_type: 'segment', target_id: segments[1]?.id });
  // Revisions of a transcript of someone else.
  await owner.patch(`/v1/files/${otherFile}/transcript/segments/${segments[2]?.id}`, { text: 'Changed.' });
  await db.query(sql`
    insert into webhooks (id, workspace_id, created_by, url, events, secret, created_at, updated_at)
    values (${webhook}, ${workspace_id}, ${user_id}, 'https://example.com', '{}', ${Buffer.from('x')}, ${now}, ${now})`);
  await db.query(sql`
    insert into automation_hooks (id, workspace_id, created_by, event, target_url, created_at, updated_at)
    values (${hook}, ${workspace_id}, ${user_id}, 'tag.created', 'https://example.com', ${now}, ${now})`);
  await db.query(sql`
    insert into inbox_items (id, user_id, workspace_id, type, source_id, subject_type, subject_id, group_key, label, created_at,
      updated_at)
    values (${newId('inbox_item', ms)}, ${user_id}, ${workspace_id}, 'webhook_disabled', ${webhook}, 'webhook', ${webhook},
      ${webhook}, 'example.com', ${now}, ${now})`);
  for (const [kind, subscription] of [
    ['webhook', webhook],
    ['automation', hook],
  ] as const) {
    await db.query(sql`
      insert into ${raw(`${kind}_queue`)} (id, subscription_id, event_id, event_created_at, event_type, attempt, tier, due_at, created_at)
      values (${newId('delivery', ms)}, ${subscription}, ${event}, ${now}, 'x', 1, 0, ${now}, ${now})`);
    await db.query(sql`
      insert into ${raw(`${kind}_attempts`)} (id, subscription_id, event_id, event_created_at, event_type, attempt, status, created_at)
      values (${newId('delivery', ms)}, ${subscription}, ${event}, ${now}, 'x', 1, 'failed', ${now})`);
  }
  await db.query(sql`
    insert into tasks (kind, workspace_id, subject, input, due_at)
    values ('mail.send', ${workspace_id}, 'news', ${{ to: 'ada@example.com', project_id }}, now() + interval '1 day')`);
  // Stored responses of the API: one with a record of the person, and one that names them.
  const post = (body: object, key: string) =>
    owner.post(`/v1/projects/${project_id}/notes`, body, { 'idempotency-key': key });
  await post({ session_id: person.session, body: 'Only said: never again' }, 'a record of the person');
  await post({ title: personName, body: about }, 'a note');
  const outboxDir = `${parley.config.dataDir}/outbox`;
  const mailer = createMailer({ from: 'parley@example.com', outboxDir, clock });
  for (const to of [personEmail, 'ada@example.com'])
    await mailer.send({ to, project_id, subject: 'Größe', text: about, html: `<p>${about}</p>` });
  await mailer.send({
    to: 'ada@example.com',
    project_id,
    subject: 'Other',
    text: 'Other',
    html: '<p>Other</p>',
  });
  mailer.close();
}

/** Columns of texts that others gave. Only names are removed there, so the words are not written into them. */
const givenByOthers = ['answers', 'follow_ups', 'spoken_answers', 'interview_turns'];
const named = `${personName} (${personEmail}) was there.`;

const inJson = JSON.stringify({
  note: about,
  metadata: { [personName]: true },
  list: [{ text: secret }],
});
const expressions: Record<string, (column: string) => string> = {
  text: (column) => (column === 'name_key' ? `'mina petrov ' || id` : `'${about}'`),
  bytea: () => `convert_to('${JSON.stringify({ data: JSON.parse(inJson) })}', 'utf8')`,
  jsonb: (column) => {
    const labels = `(select jsonb_agg(e || '{"label": "${personName}"}') from jsonb_array_elements(speakers) e)`;
    if (column === 'speakers') return `coalesce(${labels}, '[{"id": "x", "label": "${personName}"}]')`;
    if (column === 'evidence')
      return `evidence || jsonb_build_array((evidence -> 0) || '{"file_id": null, "segment_id": null, "quote": "letter before I get it"}')`;
    if (column === 'citations')
      return `(select jsonb_agg(e || '{"speaker": "${personName}", "file_name": "Talk with ${personName}"}') from jsonb_array_elements(citations) e)`;
    if (column === 'people') return `'["${personName}"]'`;
    if (column === 'words')
      return `jsonb_build_array(jsonb_build_object('text', text, 'start_character', 0))`;
    // The project of a queued mail remains.
    if (column === 'input') return `input || '${inJson}'`;
    if (column === 'excerpt')
      return `'${JSON.stringify({ before: `${personName} said: `, quote: secret, after: ` ${personEmail}` })}'`;
    if (column === 'past') return `'[{"quote": "${about}"}]'`;
    return `'${inJson}'`;
  },
};

/** Writes the person into each column of the database that can contain text and is not exempt. */
async function writeEverywhere({ db }: TestParley): Promise<Record<string, number>> {
  const exempt = Object.values(exemptColumns).flat();
  const columns = await db.query<{ table: string; column: string; type: string }>(sql`
    select c.table_name as table, c.column_name as column, c.data_type as type
      from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition
       and c.domain_name is distinct from 'ident' and c.data_type in ('text', 'jsonb', 'bytea')
       and not (c.table_name || '.' || c.column_name) = any(${exempt})
     order by c.table_name, c.ordinal_position`);
  const rows: Record<string, number> = {};
  // Derived by triggers from the others, and written last.
  const last = columns.filter(({ table }) => table === 'search_documents');
  for (const { table, column, type } of [...columns.filter((one) => !last.includes(one)), ...last]) {
    const expression = expressions[type]?.(column) ?? 'null';
    const value = givenByOthers.includes(table)
      ? expression.replaceAll(about, named).replaceAll(secret, named)
      : expression;
    const where = conditions[`${table}.${column}`] ?? 'true';
    const written = await db.query(
      sql`update ${raw(`"${table}"`)} set ${raw(`"${column}"`)} = ${raw(value)} where ${raw(where)} returning 1`,
    );
    rows[`${table}.${column}`] = written.length;
  }
  return rows;
}

/** Checks of the tables, and rows whose form the server reads. */
const conditions: Record<string, string> = {
  'interview_turns.step': 'step is not null',
  'interview_turns.reading': 'reading is not null',
  'tasks.input': `kind = 'mail.send'`,
};

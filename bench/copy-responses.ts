import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

export interface Participant {
  token: string;
  response_id: string;
}

/** Above the numbers of responses that are started. */
const firstNumber = 1_000_000;
let copied = 0;

/** Copies a response that was just started, with its participant and link: much faster than starting as many. */
export async function copyResponse(db: pg.Client, responseId: string, count: number): Promise<Participant[]> {
  const copies = Array.from({ length: count }, () => {
    const number = ++copied;
    const suffix = String(number).padStart(26, '0');
    const token = randomBytes(24).toString('base64url');
    const hash = `\\x${createHash('sha256').update(token).digest('hex')}`;
    return {
      token,
      hash,
      response_id: `resp_${suffix}`,
      participant_id: `par_${suffix}`,
      number: firstNumber + number,
    };
  });
  const values = [responseId, JSON.stringify(copies)];
  const copy = (table: string, own: string, which: string) =>
    db.query(
      `insert into ${table} select copy.*
         from jsonb_to_recordset($2::jsonb) as c (hash text, response_id text, participant_id text, number integer),
              ${table} t, jsonb_populate_record(t, jsonb_build_object(${own})) copy
        where ${which}`,
      values,
    );
  await db.query('begin');
  await copy(
    'participants',
    `'id', c.participant_id`,
    't.id = (select participant_id from responses where id = $1)',
  );
  await copy(
    'responses',
    `'id', c.response_id, 'participant_id', c.participant_id, 'number', c.number`,
    't.id = $1',
  );
  await copy(
    'participant_links',
    `'hash', c.hash, 'response_id', c.response_id, 'participant_id', c.participant_id`,
    't.response_id = $1',
  );
  await db.query('commit');
  await db.query('vacuum analyze participants, responses, participant_links');
  return copies.map(({ token, response_id }) => ({ token, response_id }));
}

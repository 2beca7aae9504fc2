import { type SmtpServer, startSmtpServer } from '@parley/testing';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const clock = createTestClock();
const minute = 60_000;
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());
const parley = useParley(() => ({ clock, work: true, env: { SMTP_URL: smtp.url } }));
const ada = useAccount(parley, () => ({ name: 'Ada' }));
const mina = useAccount(parley, () => ({
  workspace_id: ada.workspace_id,
  name: 'Mina',
  email: 'mina@example.org',
}));
const noor = useAccount(parley, () => ({
  workspace_id: ada.workspace_id,
  name: 'Noor',
  email: 'noor@example.org',
}));

const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address));

async function mention(members: (typeof mina)[], body: string) {
  const project = (await ada.post('/v1/projects', { name: 'Prices', visibility: 'workspace' })).body.data;
  const [lane] = (await ada.get(`/v1/projects/${project.id}/lanes`)).body.data;
  const card = (
    await ada.post(`/v1/projects/${project.id}/cards`, { lane_id: lane?.id, title: 'Secret title' })
  ).body.data;
  const mentions = members.map(({ user_id }) => user_id);
  const comment = { target_type: 'card', target_id: card.id, body, mentions };
  for (let i = 0; i < 2; i++)
    expect((await ada.post(`/v1/projects/${project.id}/comments`, comment)).status).toBe(201);
  return project;
}

test('mentions come in one mail after half an hour, without words, unless they were read or the person wants none', async () => {
  expect((await noor.patch('/v1/me', { inbox_mail: false })).body.data.inbox_mail).toBe(false);
  await mention([mina, noor], 'Secret words');
  await parley.sweep();
  clock.advance(29 * minute);
  await parley.sweep();
  expect(mailsTo('mina@example.org')).toEqual([]);
  clock.advance(2 * minute);
  await parley.sweep();
  const mail = await until(async () => mailsTo('mina@example.org')[0], 'a mail to Mina');
  const { subject, text = '' } = await PostalMime.parse(mail.raw);
  expect(subject).toBe('Ada mentioned you 2 times in Prices');
  expect(text).toContain('/inbox');
  expect(text).not.toContain('Secret');

  // What was read meanwhile, and what is no longer shared, is not in the next mail.
  const hidden = await mention([mina], 'Hidden');
  await ada.patch(`/v1/projects/${hidden.id}`, { visibility: 'private' });
  await mention([mina], 'Read');
  await mina.post('/v1/inbox/read', { before: clock.now().toISOString() });
  await mention([mina, noor], 'Third');
  clock.advance(31 * minute);
  await parley.sweep();
  const next = await until(async () => mailsTo('mina@example.org')[1], 'a second mail to Mina');
  expect((await PostalMime.parse(next.raw)).subject).toBe('Ada mentioned you 2 times in Prices');
  await parley.sweep();
  expect(mailsTo('mina@example.org')).toHaveLength(2);
  expect(mailsTo('noor@example.org')).toEqual([]);
});

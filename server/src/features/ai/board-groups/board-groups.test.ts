import { expect, test } from 'vitest';
import { newBoard } from '../../../../test/board.ts';
import { giveTestPassword, openBrowser, testPassword } from '../../../../test/signed-in.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { groupTexts } from './group-texts.ts';

const parley = useParley();
const ada = useAccount(parley, { email: 'ada@example.com' });
const stranger = useAccount(parley, { email: 'stranger@example.com' });

async function signedIn(userId: string, email: string) {
  await giveTestPassword(parley, userId);
  const browser = openBrowser(parley);
  await browser.call('POST', '/app/sign-in', { email, password: testPassword });
  return browser;
}

const shipping = [
  'Shipping costs appear too late',
  'People want to see shipping costs on the product page',
  'High shipping costs make people leave',
];
const passwords = [
  'Nobody remembers the password rules',
  'The password rules are not shown',
  'Password rules change without a notice',
];
const other = 'The office dog is popular';

test('groups of a board have the cards that say something similar, with a name from their titles', async () => {
  const { project, card } = await newBoard(ada);
  const ids = new Map<string, string>();
  for (const title of [
    shipping[0],
    passwords[0],
    other,
    shipping[1],
    passwords[1],
    shipping[2],
    passwords[2],
  ])
    ids.set(await card(title as string), title as string);
  const browser = await signedIn(ada.user_id, 'ada@example.com');
  const { status, body } = await browser.call('GET', `/app/v1/projects/${project}/board/groups`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ compared_count: 7, has_more: false });
  const groups = body.data.groups.map(({ name, card_ids }: { name: string; card_ids: string[] }) => [
    name,
    card_ids.map((id) => ids.get(id)),
  ]);
  expect(groups).toEqual(
    expect.arrayContaining([
      ['Shipping costs', shipping],
      ['Password rules', passwords],
    ]),
  );
  expect(groups).toHaveLength(2);
});

test('groups of a board are for the browsers of people who may read it', async () => {
  const { project } = await newBoard(ada);
  expect((await ada.get(`/v1/projects/${project}/board/groups`)).status).toBe(404);
  const browser = await signedIn(stranger.user_id, 'stranger@example.com');
  expect((await browser.call('GET', `/app/v1/projects/${project}/board/groups`)).status).toBe(404);
});

test('groups without a model compare words', async () => {
  const texts = [...shipping, ...passwords, other].map((title) => ({ title, text: title }));
  expect(await groupTexts(texts, undefined)).toEqual([
    { name: 'Shipping costs', members: [0, 1, 2] },
    { name: 'Password rules', members: [3, 4, 5] },
  ]);
});

test('groups of fewer than two texts are none', async () => {
  expect(await groupTexts([{ title: 'Alone', text: 'Alone' }], undefined)).toEqual([]);
});

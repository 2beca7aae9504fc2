import type { Page } from 'playwright-core';
import type { RunningParley } from './parley.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests read arbitrary response bodies.
export type Call = (method: string, path: string, body?: object) => Promise<any>;

/** Signs the researcher in and returns a function that calls the API as them. */
export async function signInResearcher(page: Page, parley: RunningParley): Promise<Call> {
  await page.goto(`${parley.url}/sign-in`);
  await page.getByLabel('E-mail').fill(parley.email);
  await page.getByLabel('Password', { exact: true }).fill(parley.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  return (method, path, body) =>
    page.evaluate(
      async ([verb, address, json]) => {
        const response = await fetch(`/app/v1${address}`, {
          method: verb as string,
          ...(json ? { headers: { 'Content-Type': 'application/json' }, body: json } : {}),
        });
        const envelope = await response.json().catch(() => ({}));
        if (!response.ok)
          throw new Error(`${verb} ${address}: ${response.status} ${JSON.stringify(envelope)}`);
        return envelope.data;
      },
      [method, path, body ? JSON.stringify(body) : ''],
    );
}

export const nineQuestions = [
  { type: 'open', text: 'What did you want to do when you opened the cart?', required: true },
  {
    type: 'single_choice',
    text: 'How did you pay?',
    required: true,
    options: ['By card', 'By transfer', 'In cash'],
  },
  {
    type: 'multi_choice',
    text: 'What did you look at?',
    options: ['Delivery', 'Returns', 'Reviews', 'Sizes'],
  },
  {
    type: 'rating',
    text: 'How easy was it to pay?',
    required: true,
    scale: { min: 1, max: 5, min_label: 'Very hard', max_label: 'Very easy' },
  },
  { type: 'nps', text: 'How likely are you to recommend us?', required: true },
  { type: 'ranking', text: 'What matters most?', options: ['Price', 'Speed', 'Service'] },
  { type: 'yes_no', text: 'Would you buy again?', required: true },
  { type: 'statement', text: 'Almost done. One task is left.' },
  { type: 'task', text: 'Put a pair of shoes into the cart.' },
];

interface Study {
  id: string;
  /** The path of the open link. */
  path: string;
}

/** Publishes a survey with all types of questions; `changes` replace its fields. */
export async function publishStudy(call: Call, changes: object = {}): Promise<Study> {
  const project = await call('POST', '/projects', { name: 'Checkout' });
  const test = await call('POST', `/projects/${project.id}/tests`, {
    name: 'How people pay',
    type: 'survey',
    questions: nineQuestions,
    consent: {
      text: 'We read your answers to improve our shop.\n\nYou can stop at any time.',
      recording: false,
    },
    postDetails: {
      title: 'How people pay',
      description: 'We want to learn how you decide.',
      estimated_minutes: 5,
    },
    ...changes,
  });
  const { share_url: url } = await call('POST', `/engage/tests/${test.id}/publish`);
  return { id: test.id, path: new URL(url).pathname };
}

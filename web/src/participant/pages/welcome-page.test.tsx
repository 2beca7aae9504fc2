/** @jsxImportSource preact */
// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Visit } from '../api/wire.ts';
import { TextsProvider } from '../texts/context.tsx';
import { WelcomePage } from './welcome-page.tsx';

let root: HTMLElement;
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  render(null, root);
  root.remove();
});

const test = {
  title: 'Checkout',
  type: 'live_interview',
  description: null,
  consent: null,
  estimated_minutes: null,
  incentive: null,
  deadline: null,
  researcher: 'Ada',
};

async function open(visit: object): Promise<void> {
  const page = (
    <TextsProvider>
      <WelcomePage
        visit={{ test, invitation: null, has_email: false, ...visit } as unknown as Visit}
        onStart={async () => undefined}
        onDecline={async () => {}}
      />
    </TextsProvider>
  );
  await act(async () => render(page, root));
}
const emailFields = () => root.querySelectorAll('input[type=email]').length;

it('asks for the e-mail of a person who opens the open link of a call', async () => {
  await open({});
  expect(emailFields()).toBe(1);
});

it('does not ask an invited person for the e-mail again', async () => {
  await open({ invitation: { id: 'inv_1' } });
  expect(emailFields()).toBe(0);
});

it('does not ask for an e-mail that is known', async () => {
  await open({ has_email: true });
  expect(emailFields()).toBe(0);
});

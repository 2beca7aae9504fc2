/** @jsxImportSource preact */
// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../api/client.ts';
import type { Visit } from '../api/wire.ts';
import { TextsProvider } from '../texts/context.tsx';
import { BookingPage } from './booking-page.tsx';

let root: HTMLElement;
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'));
  vi.useFakeTimers({ now: new Date('2027-01-01T10:00:00Z'), toFake: ['setInterval', 'Date'] });
});
afterEach(() => {
  render(null, root);
  root.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const visit = { state: 'in_progress', test: { title: 'Checkout', consent: null } } as unknown as Visit;
const textOf = () => root.textContent ?? '';
const names = () => [...root.querySelectorAll('button')].map((button) => button.textContent);

/** The page of a booking with this status. The server’s answer changes with `serve`. */
async function open(status: string) {
  let booking: object | null;
  const serve = (next: string | null) => {
    booking =
      next === null
        ? null
        : { session_id: 'ses_1', status: next, start_at: '2027-01-01T10:00:00Z', end_at: null };
  };
  serve(status);
  const opened = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('navigator', { languages: ['en'], mediaDevices: { getUserMedia: opened } });
  vi.stubGlobal('fetch', async () =>
    Response.json({
      data: { timezone: 'UTC', duration_minutes: 30, slots: [], booking, has_email: true },
    }),
  );
  const reloaded = vi.fn();
  await act(async () =>
    render(
      <TextsProvider>
        <BookingPage
          client={createClient('tok', () => 'en')}
          visit={visit}
          actions={null}
          onReload={reloaded}
        />
      </TextsProvider>,
      root,
    ),
  );
  return { serve, reloaded, opened };
}
const shows = (text: string) => vi.waitFor(() => expect(textOf()).toContain(text), { timeout: 20_000 });

it('offers to move or cancel a call only until it has begun', async () => {
  const { serve } = await open('scheduled');
  await shows('Your call is booked');
  expect(names()).toEqual(['Go to the call', 'Choose another time', 'Cancel the call']);
  serve('in_progress');
  await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)));
  await shows('Your call has started');
  expect(names()).toEqual(['Go to the call']);
});

it('loads the state of the link when the call has ended', async () => {
  const { serve, reloaded } = await open('in_progress');
  await shows('Your call has started');
  serve(null);
  await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)));
  await vi.waitFor(() => expect(reloaded).toHaveBeenCalled(), { timeout: 20_000 });
});

it('does not open the camera for a call that has ended', async () => {
  const { serve, reloaded, opened } = await open('in_progress');
  await shows('Your call has started');
  serve(null);
  await act(async () => root.querySelector('button')?.click());
  await vi.waitFor(() => expect(reloaded).toHaveBeenCalled(), { timeout: 20_000 });
  expect(opened).not.toHaveBeenCalled();
});

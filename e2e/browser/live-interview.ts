import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumOptions } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';

/** A server and two browsers with a camera and a microphone that Chromium generates. */
export async function startCallBrowsers(env: Record<string, string> = {}) {
  const fakeMedia = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const options = { ...chromiumOptions, args: [...chromiumOptions.args, ...fakeMedia] };
  const [parley, browser] = await Promise.all([startParley(env), chromium.launch(options)]);
  const errors: string[] = [];
  const [researcher, participant] = await Promise.all([openPage(browser, errors), openPage(browser, errors)]);
  return {
    parley,
    researcher,
    participant,
    /** Uncaught errors of both pages. */
    errors,
    async stop() {
      await browser.close();
      await parley.stop();
    },
  };
}

export type CallBrowsers = Awaited<ReturnType<typeof startCallBrowsers>>;

async function openPage(browser: Browser, errors: string[]): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => errors.push(String(error)));
  return page;
}

export async function signInResearcher(page: Page, parley: RunningParley): Promise<void> {
  await page.goto(`${parley.url}/sign-in`);
  await page.getByLabel('E-mail').fill(parley.email);
  await page.getByLabel('Password', { exact: true }).fill(parley.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
}

/** A request of the signed-in researcher. */
export const sendAs = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/app/v1${path}`, {
        method: method as string,
        ...(body ? { body: body as string, headers: { 'content-type': 'application/json' } } : {}),
      });
      return ((await response.json()) as { data: never }).data;
    },
    [method, path, body && JSON.stringify(body)],
  ) as Promise<Record<string, never>>;

/** A published live interview, and a session with Mina that may be recorded. */
export async function scheduleInterview(researcher: Page) {
  const project = (await sendAs(researcher, 'POST', '/projects', { name: 'Calls' })).id as unknown as string;
  const start = new Date(Date.now() + 600_000).toISOString();
  const test = await sendAs(researcher, 'POST', `/projects/${project}/tests`, {
    name: 'Checkout',
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    consent: { text: 'We record this call.', recording: true },
    scheduling: { timezone: 'UTC', duration_minutes: 30, slots: [{ start_at: start }] },
  });
  await sendAs(researcher, 'POST', `/engage/tests/${test.id}/publish`);
  const session = (await sendAs(researcher, 'POST', `/engage/tests/${test.id}/sessions`, {
    participant: { email: 'mina@example.com', name: 'Mina' },
    scheduled_start_at: start,
  })) as unknown as { id: string; join_url: string };
  return { project, session };
}

/** Resolves when the video with this label is playing. Two browsers on a busy machine may need a minute to connect. */
export const isPlaying = (page: Page, label: string) =>
  page.waitForFunction(
    (label) => {
      const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`);
      return video !== null && video.videoWidth > 0 && video.currentTime > 0.5;
    },
    label,
    { timeout: 90_000 },
  );

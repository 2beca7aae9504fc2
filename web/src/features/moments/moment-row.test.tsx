// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Moment } from './moment.ts';
import { MomentRow } from './moment-row.tsx';
import { momentPlayback } from './playback.ts';

// The link to the passage needs no router here.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, to: _to, params, search, ...rest }: Record<string, unknown>) => (
    <a href={`/files/${(params as { fileId: string }).fileId}?t=${(search as { t?: number }).t}`} {...rest}>
      {children as ReactNode}
    </a>
  ),
}));

/** The one element that plays, whose clock the test moves. */
const media = document.createElement('audio');
let paused = true;
let time = 0;
const fire = (event: string) => media.dispatchEvent(new Event(event));
Object.defineProperties(media, {
  paused: { get: () => paused },
  currentTime: {
    get: () => time,
    set: (seconds: number) => {
      time = seconds;
    },
  },
  play: {
    value: async () => {
      paused = false;
      fire('playing');
    },
  },
  pause: {
    value: () => {
      if (paused) return;
      paused = true;
      fire('pause');
    },
  },
});
/** Instead of the constructor of an audio element. */
function createAudio() {
  return media;
}
const playTo = (seconds: number) =>
  act(() => {
    time = seconds;
    fire('timeupdate');
  });

let links = 0;
const server = setupServer(
  http.get('*/v1/files/:id', ({ params }) => {
    if (params.id === 'fil_gone')
      return HttpResponse.json(
        { error: { code: 'not_found', message: 'Gone', details: [] } },
        { status: 404 },
      );
    links++;
    return HttpResponse.json({
      data: {
        id: params.id,
        status: 'ready',
        kind: params.id === 'fil_text' ? 'document' : 'audio',
        download_url: `https://media.test/${params.id}?${links}`,
        download_url_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      },
    });
  }),
);
beforeAll(() => {
  vi.stubGlobal('Audio', createAudio);
  server.listen();
});
beforeEach(() => {
  links = 0;
  time = 0;
});
afterEach(() => {
  cleanup();
  momentPlayback.stop();
  server.resetHandlers();
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

const moment = (id: string, change: Partial<Moment> = {}): Moment => ({
  id,
  project_id: 'prj_1',
  file_id: 'fil_1',
  response_id: null,
  segment_id: 'seg_1',
  start_seconds: 10,
  end_seconds: 16,
  quote: `Words of ${id}`,
  person: 'Mina',
  file_name: 'Interview 1',
  has_recording: true,
  source_deleted: false,
  ...change,
});

function show(moments: Moment[], next?: (ended: Moment) => Moment | undefined) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = (shown: Moment[]) => (
    <QueryClientProvider client={client}>
      {shown.map((one) => (
        <MomentRow key={one.id} moment={one} next={next} />
      ))}
    </QueryClientProvider>
  );
  const { rerender } = render(list(moments));
  return { show: (shown: Moment[]) => rerender(list(shown)) };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const button = (name: string) => screen.findByRole('button', { name });

it('requests the recording when a moment is played, not before', async () => {
  show([moment('a')]);
  expect(links).toBe(0);
  press('Play: Words of a');
  await button('Pause: Words of a');
  expect(media.src).toBe('https://media.test/fil_1?1');
  expect(time).toBe(10);
});

it('stops a moment at its end, and starts it again from its beginning', async () => {
  show([moment('a')]);
  press('Play: Words of a');
  await screen.findByTestId('playing');
  playTo(13.2);
  expect(screen.getByTestId('playing').textContent).toBe('0:030:06');
  playTo(16.1);
  await button('Play: Words of a');
  expect(paused).toBe(true);
  press('Play: Words of a');
  await button('Pause: Words of a');
  expect(time).toBe(10);
});

it('goes on with the next moment that has sound', async () => {
  const all = [moment('a'), moment('b', { has_recording: false }), moment('c', { start_seconds: 14 })];
  show(all, (ended) => all[all.findIndex(({ id }) => id === ended.id) + 1]);
  press('Play: Words of a');
  await screen.findByTestId('playing');
  playTo(16);
  await button('Pause: Words of c');
  expect(time).toBe(14);
  await screen.findByTestId('playing');
  playTo(16);
  await button('Play: Words of c');
  expect(momentPlayback.getState().status).toBe('idle');
});

it('plays one moment at a time', async () => {
  show([moment('a'), moment('b', { file_id: 'fil_2' })]);
  press('Play: Words of a');
  await button('Pause: Words of a');
  press('Play: Words of b');
  await button('Pause: Words of b');
  await button('Play: Words of a');
  expect(media.src).toContain('fil_2');
});

it('pauses a moment when another recording of the page starts', async () => {
  show([moment('a')]);
  const other = document.body.appendChild(document.createElement('video'));
  press('Play: Words of a');
  await screen.findByTestId('playing');
  act(() => void other.dispatchEvent(new Event('play')));
  await button('Play: Words of a');
  expect(paused).toBe(true);
  other.remove();
});

it('pauses other recordings of the page when a moment starts', async () => {
  show([moment('a')]);
  const other = document.body.appendChild(document.createElement('video'));
  const pause = vi.spyOn(other, 'pause');
  press('Play: Words of a');
  await button('Pause: Words of a');
  expect(pause).toHaveBeenCalled();
  other.remove();
});

it('stops a moment whose row disappears', async () => {
  const list = show([moment('a'), moment('b')]);
  press('Play: Words of a');
  await screen.findByTestId('playing');
  list.show([moment('b')]);
  expect(paused).toBe(true);
  expect(momentPlayback.getState().status).toBe('idle');
});

it('requests another link once if the first one has expired, and goes on where it was', async () => {
  show([moment('a')]);
  press('Play: Words of a');
  await screen.findByTestId('playing');
  playTo(12);
  act(() => void fire('error'));
  await waitFor(() => expect(media.src).toBe('https://media.test/fil_1?2'));
  await button('Pause: Words of a');
  expect(time).toBe(12);
  act(() => void fire('error'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The recording can’t be played in this browser.',
  );
});

it('says that the recording was deleted or the access has ended', async () => {
  show([moment('a', { file_id: 'fil_gone' })]);
  press('Play: Words of a');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This recording was deleted, or you no longer have access to it.',
  );
});

it('keeps the words of a deleted source, but offers nothing to play or open', () => {
  show([moment('a', { source_deleted: true })]);
  screen.getByText('“Words of a”');
  screen.getByText('The source was deleted. The words remain.');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('opens the passage of a document, and shows no time', () => {
  show([moment('a', { has_recording: false })]);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open: Words of a' }).getAttribute('href')).toBe(
    '/files/fil_1?t=10',
  );
  expect(screen.queryByText(/0:10/)).toBeNull();
});

it('offers the passage when a file turns out to have no sound', async () => {
  show([moment('a', { file_id: 'fil_text', has_recording: null })]);
  press('Play: Words of a');
  await screen.findByRole('link', { name: 'Open: Words of a' });
  expect(screen.getByRole('alert').textContent).toContain('no sound');
});

it('plays and pauses with Space while the focus is in the row', async () => {
  show([moment('a')]);
  const link = screen.getByRole('link', { name: /Interview 1/ });
  fireEvent.keyDown(link, { key: ' ' });
  await button('Pause: Words of a');
  fireEvent.keyDown(link, { key: ' ' });
  await button('Play: Words of a');
  // A button handles Space itself, so the row must not toggle a second time.
  fireEvent.keyDown(screen.getByRole('button'), { key: ' ' });
  expect(momentPlayback.getState().status).toBe('paused');
});

// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type File, fileQuery } from '../../data/file.ts';
import { MomentName } from './moment-name.tsx';
import { SpanPlayer } from './span-player.tsx';

afterEach(cleanup);

/** Shows a passage that begins at 19 seconds. */
function show(file: Pick<File, 'name' | 'kind' | 'content_type'>): void {
  const client = new QueryClient();
  client.setQueryData(fileQuery('fil_1').queryKey, { id: 'fil_1', ...file } as File);
  render(
    <QueryClientProvider client={client}>
      <p>
        <MomentName fileId="fil_1" seconds={19} />
      </p>
      <SpanPlayer fileId="fil_1" startSeconds={19} endSeconds={25} label="I left" />
    </QueryClientProvider>,
  );
}

it('names the time in a recording and plays it', () => {
  show({ name: 'speech.ogg', kind: 'audio', content_type: 'audio/ogg' });
  expect(screen.getByRole('paragraph').textContent).toBe('speech.ogg, 0:19');
  expect(screen.getByRole('button', { name: 'Play: I left' })).toBeTruthy();
});

it('neither names a time in a text nor offers to play it', () => {
  show({ name: 'int1.txt', kind: 'document', content_type: 'text/plain' });
  expect(screen.getByRole('paragraph').textContent).toBe('int1.txt');
  expect(screen.queryByRole('button')).toBeNull();
});

it('names the time in subtitles, but has nothing to play', () => {
  show({ name: 'int2.vtt', kind: 'document', content_type: 'text/vtt' });
  expect(screen.getByRole('paragraph').textContent).toBe('int2.vtt, 0:19');
  expect(screen.queryByRole('button')).toBeNull();
});

// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { membersQuery } from '../../data/members.ts';
import { revisionsQuery, type Segment, type Transcript } from '../../data/transcript.ts';
import { TranscriptProvider } from './context.ts';
import { TranscriptHistory } from './history.tsx';
import { listOf } from './model/selection.ts';
import { createPlayback } from './playback.ts';
import { SelectionBar } from './selection-bar.tsx';

afterEach(cleanup);

const segment = {
  id: 'seg_1',
  speaker: 'Ben',
  text: 'One.',
  start_seconds: 0,
  end_seconds: 1,
  page: null,
} as Segment;
const transcript = { time_basis: 'media', segments: [segment], speakers: [] } as unknown as Transcript;

function show(children: ReactNode, hasRecording: boolean): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const pageParams = [undefined];
  client.setQueryData(membersQuery.queryKey, { pages: [], pageParams });
  const created = { revision: 1, action: 'transcribe', created_at: '2026-01-01T00:00:00Z', created_by: null };
  client.setQueryData(revisionsQuery('fil_1').queryKey, {
    pages: [{ data: [created], meta: { next_cursor: null } }],
    pageParams,
  } as never);
  const context = {
    projectId: 'prj_1',
    fileId: 'fil_1',
    fileName: 'int2.vtt',
    transcript,
    list: listOf([segment]),
    playback: createPlayback(),
    hasRecording,
    editable: true,
    wordsOf: () => undefined,
    onAction: () => {},
  };
  render(
    <QueryClientProvider client={client}>
      <TranscriptProvider value={context}>{children}</TranscriptProvider>
    </QueryClientProvider>,
  );
}

it.each([
  [true, ['Tag T', 'Clip C', 'Note N', 'Card B', 'Copy quote Q']],
  [false, ['Tag T', 'Note N', 'Card B', 'Copy quote Q']],
])('offers a clip of selected words only with a recording (%s)', (hasRecording, names) => {
  show(
    <SelectionBar
      passage={{ first: 0, last: 0, startCharacter: 0, endCharacter: 4 }}
      scroller={{ current: null }}
      getRanges={() => []}
      renderCount={0}
      dragging={false}
      hold={() => {}}
      onDone={() => {}}
    />,
    hasRecording,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
});

it.each([
  [true, 'Transcribed v1'],
  [false, 'Imported v1'],
])('says how the first version of the text was made (recording: %s)', (hasRecording, text) => {
  show(<TranscriptHistory fileId="fil_1" hasRecording={hasRecording} />, hasRecording);
  expect(screen.getByRole('listitem').textContent).toContain(text);
});

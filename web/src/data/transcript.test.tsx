// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Material, materialQuery, useCreateHighlight } from './material.ts';
import { tagsQuery } from './tags.ts';
import {
  isConflict,
  isPending,
  type Segment,
  type Transcript,
  transcriptQuery,
  useEditSegment,
  useJoinSegment,
  useRenameSpeaker,
  useSplitSegment,
} from './transcript.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const base = `${location.origin}/app/v1`;
const segment = (n: number, text: string): Segment => ({
  id: `seg_${n}`,
  speaker: 'Ben',
  speaker_id: 'spk_1',
  start_seconds: n * 10,
  end_seconds: n * 10 + 10,
  text,
  page: null,
  confidence: null,
  version: 1,
});
const transcript = (): Transcript => ({
  file_id: 'fil_1',
  project_id: 'prj_1',
  language: 'en',
  time_basis: 'media',
  revision: 1,
  speakers: [{ id: 'spk_1', label: 'Ben', role: null }],
  segments: [segment(0, 'One two.'), segment(1, 'Three four.'), segment(2, 'Five.')],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  client.setQueryData(transcriptQuery('fil_1').queryKey, transcript());
});
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const cached = () => client.getQueryData(transcriptQuery('fil_1').queryKey) as Transcript;
const texts = () => cached().segments.map(({ text }) => text);
const refusal = (field: string, message: string) =>
  HttpResponse.json(
    {
      error: {
        code: 'validation_failed',
        message: 'Request validation failed',
        details: [{ field, message }],
      },
    },
    { status: 422 },
  );

/** A response that waits until the test has looked at the optimistic state. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

describe('an edit of a segment', () => {
  it('shows at once, keeps the other segments, and takes the version of the answer', async () => {
    const { open, opened } = gate();
    server.use(
      http.patch(`${base}/files/fil_1/transcript/segments/seg_0`, async ({ request }) => {
        await opened;
        expect(await request.json()).toEqual({ text: 'One two three.', expected_version: 1 });
        return HttpResponse.json({ data: { ...segment(0, 'One two three.'), version: 2, revision: 2 } });
      }),
    );
    const before = cached();
    const { result } = renderHook(() => useEditSegment('fil_1'), { wrapper });
    result.current.mutate({ segment: segment(0, ''), text: 'One two three.' });
    await waitFor(() => expect(texts()[0]).toBe('One two three.'));
    expect(cached().segments[1]).toBe(before.segments[1]);
    expect(cached().revision).toBe(1);
    open();
    await waitFor(() => expect(cached().revision).toBe(2));
    expect(cached().segments[0]?.version).toBe(2);
  });

  it('expects the version of the own last change, so that two quick changes do not conflict', async () => {
    const expected: number[] = [];
    server.use(
      http.patch(`${base}/files/fil_1/transcript/segments/seg_0`, async ({ request }) => {
        const body = (await request.json()) as { expected_version: number; text: string };
        expected.push(body.expected_version);
        const version = body.expected_version + 1;
        return HttpResponse.json({ data: { ...segment(0, body.text), version, revision: version } });
      }),
    );
    const { result } = renderHook(() => useEditSegment('fil_1'), { wrapper });
    await Promise.all([
      result.current.mutateAsync({ segment: segment(0, ''), text: 'A' }),
      result.current.mutateAsync({ segment: segment(0, ''), text: 'B' }),
    ]);
    expect(expected).toEqual([1, 2]);
    expect(texts()[0]).toBe('B');
  });

  it('takes an edit back if someone else changed the segment, and shows their text', async () => {
    const theirs = { ...transcript(), revision: 2 };
    theirs.segments[0] = { ...segment(0, 'Theirs.'), version: 2 };
    server.use(
      http.patch(`${base}/files/fil_1/transcript/segments/seg_0`, () =>
        refusal('expected_version', 'This segment was changed and is at version 2 now. Read it again.'),
      ),
      http.get(`${base}/files/fil_1/transcript`, () => HttpResponse.json({ data: theirs })),
    );
    const { result } = renderHook(() => useEditSegment('fil_1'), { wrapper });
    const failure = await result.current
      .mutateAsync({ segment: segment(0, ''), text: 'Mine.' })
      .catch((error: unknown) => error);
    expect(isConflict(failure)).toBe(true);
    expect(texts()[0]).toBe('One two.');
    await client.fetchQuery({ ...transcriptQuery('fil_1'), staleTime: 0 });
    expect(texts()[0]).toBe('Theirs.');
  });

  it('repeats an edit until the server responds, and shows the new text meanwhile', async () => {
    const { open, opened } = gate();
    let attempts = 0;
    server.use(
      http.patch(`${base}/files/fil_1/transcript/segments/seg_0`, async () => {
        if (++attempts === 1) return HttpResponse.error();
        await opened;
        return HttpResponse.json({ data: { ...segment(0, 'Mine.'), version: 2, revision: 2 } });
      }),
      http.get(`${base}/files/fil_1/transcript`, () => HttpResponse.json({ data: transcript() })),
      http.get(`${location.origin}/healthz`, () => HttpResponse.json({})),
    );
    const { result } = renderHook(() => useEditSegment('fil_1'), { wrapper });
    const saved = result.current.mutateAsync({ segment: segment(0, ''), text: 'Mine.' });
    await waitFor(() => expect(attempts).toBe(2), { timeout: 5_000 });
    await client.fetchQuery({ ...transcriptQuery('fil_1'), staleTime: 0 });
    expect(texts()[0]).toBe('Mine.');
    open();
    expect(await saved).toMatchObject({ text: 'Mine.', version: 2 });
    expect(texts()[0]).toBe('Mine.');
  });

  it('treats an edit as saved if an earlier attempt reached the server and only its response was lost', async () => {
    const stored = { ...transcript(), revision: 2 };
    stored.segments[0] = { ...segment(0, 'Mine.'), version: 2 };
    let attempts = 0;
    server.use(
      http.patch(`${base}/files/fil_1/transcript/segments/seg_0`, () =>
        ++attempts === 1
          ? HttpResponse.error()
          : refusal('expected_version', 'This segment was changed and is at version 2 now. Read it again.'),
      ),
      http.get(`${base}/files/fil_1/transcript`, () => HttpResponse.json({ data: stored })),
      http.get(`${location.origin}/healthz`, () => HttpResponse.json({})),
    );
    const { result } = renderHook(() => useEditSegment('fil_1'), { wrapper });
    const saved = await result.current.mutateAsync({ segment: segment(0, ''), text: 'Mine.' });
    expect(saved).toMatchObject({ text: 'Mine.', version: 2, revision: 2 });
    expect(texts()[0]).toBe('Mine.');
  });

  it('does not hide the text of someone else behind a refused edit on an open page', async () => {
    const theirs = { ...transcript(), revision: 2 };
    theirs.segments[0] = { ...segment(0, 'Theirs.'), version: 2 };
    server.use(
      http.patch(`${base}/files/fil_1/transcript/segments/seg_0`, () =>
        refusal('expected_version', 'This segment was changed and is at version 2 now. Read it again.'),
      ),
      http.get(`${base}/files/fil_1/transcript`, () => HttpResponse.json({ data: theirs })),
    );
    const { result } = renderHook(
      () => ({ edit: useEditSegment('fil_1'), query: useQuery(transcriptQuery('fil_1')) }),
      { wrapper },
    );
    await result.current.edit.mutateAsync({ segment: segment(0, ''), text: 'Mine.' }).catch(() => {});
    expect(texts()[0]).toBe('Theirs.');
  });

  it('does not overwrite an edit with an older response', async () => {
    server.use(http.get(`${base}/files/fil_1/transcript`, () => HttpResponse.json({ data: transcript() })));
    client.setQueryData(transcriptQuery('fil_1').queryKey, { ...transcript(), revision: 5, segments: [] });
    await client.fetchQuery({ ...transcriptQuery('fil_1'), staleTime: 0 });
    expect(cached().revision).toBe(5);
  });
});

describe('a split and a join', () => {
  it('show at once; the pending segment gets its id from the answer', async () => {
    const { open, opened } = gate();
    server.use(
      http.post(`${base}/files/fil_1/transcript/segments/seg_1/split`, async () => {
        await opened;
        const first = { ...segment(1, 'Three'), end_seconds: 14, version: 2 };
        const second = { ...segment(1, 'four.'), id: 'seg_9', start_seconds: 14, version: 2 };
        return HttpResponse.json({
          data: { file_id: 'fil_1', revision: 2, segments: [first, second], removed_segment_ids: [] },
        });
      }),
    );
    const { result } = renderHook(() => useSplitSegment('fil_1'), { wrapper });
    result.current.mutate({ segment: segment(1, ''), at: 5, at_character: 5, at_seconds: 14 });
    await waitFor(() => expect(texts()).toEqual(['One two.', 'Three', 'four.', 'Five.']));
    expect(isPending(cached().segments[2] as Segment)).toBe(true);
    open();
    await waitFor(() => expect(cached().segments[2]?.id).toBe('seg_9'));
    expect(cached().segments).toHaveLength(4);
  });

  it('takes a split and a join back if the server refuses them', async () => {
    const { open, opened } = gate();
    server.use(
      http.post(`${base}/files/fil_1/transcript/segments/seg_1/join`, async () => {
        await opened;
        return refusal('expected_version', 'This segment was changed.');
      }),
      http.get(`${base}/files/fil_1/transcript`, () => HttpResponse.json({ data: transcript() })),
    );
    const { result } = renderHook(() => useJoinSegment('fil_1'), { wrapper });
    const done = result.current.mutateAsync(segment(1, '')).catch((error: unknown) => error);
    await waitFor(() => expect(texts()).toEqual(['One two.', 'Three four. Five.']));
    open();
    await done;
    await waitFor(() => expect(texts()).toEqual(['One two.', 'Three four.', 'Five.']));
  });
});

it('a new name of a speaker shows in all segments and is taken back if it is refused', async () => {
  const { open, opened } = gate();
  server.use(
    http.patch(`${base}/files/fil_1/transcript/speakers/spk_1`, async () => {
      await opened;
      return refusal('label', 'Another speaker has this label: merge the two instead.');
    }),
  );
  const { result } = renderHook(() => useRenameSpeaker('fil_1'), { wrapper });
  const done = result.current.mutateAsync({ id: 'spk_1', label: 'Ada' }).catch((error: unknown) => error);
  const speakers = () => [...new Set(cached().segments.map(({ speaker }) => speaker))];
  await waitFor(() => expect(speakers()).toEqual(['Ada']));
  open();
  await done;
  await waitFor(() => expect(speakers()).toEqual(['Ben']));
});

describe('a new highlight', () => {
  const passage = {
    segment_id: 'seg_0',
    start_character: 0,
    end_segment_id: 'seg_1',
    end_character: 5,
    start_seconds: 0,
    end_seconds: 14,
  };
  const input = {
    tag: { name: 'Price', color: '#2B6A50' },
    passage,
    quote: 'One two. Three',
    speaker: 'Ben',
  };
  const material = () => client.getQueryData(materialQuery('fil_1').queryKey) as Material;
  const tags = () => client.getQueryData(tagsQuery('prj_1').queryKey) ?? [];
  beforeEach(() => {
    client.setQueryData(materialQuery('fil_1').queryKey, { taggings: [], cards: [] });
    client.setQueryData(tagsQuery('prj_1').queryKey, []);
  });

  it('shows with its new tag before the server answers', async () => {
    const { open, opened } = gate();
    server.use(
      http.post(`${base}/projects/prj_1/tags`, async () => {
        await opened;
        return refusal('name', 'is taken.');
      }),
    );
    const { result } = renderHook(() => useCreateHighlight('prj_1', 'fil_1'), { wrapper });
    const done = result.current.mutateAsync(input).catch((error: unknown) => error);
    await waitFor(() => expect(material().taggings).toHaveLength(1));
    expect(tags()).toMatchObject([{ id: material().taggings[0]?.tag_id, name: 'Price' }]);
    open();
    await done;
    // Refused: both disappear.
    await waitFor(() => expect(material().taggings).toEqual([]));
    expect(tags()).toEqual([]);
  });
});

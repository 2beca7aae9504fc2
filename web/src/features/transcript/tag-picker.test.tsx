// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Tag, tagsQuery } from '../../data/tags.ts';
import type { TagChoice } from './collected-tags.tsx';
import { TagPicker } from './tag-picker.tsx';
import { settle, together } from './together.ts';

afterEach(cleanup);

const tags = ['Price', 'Speed', 'Trust'].map(
  (name) => ({ id: `tag_${name}`, name, color: '#2b5a4c' }) as Tag,
);

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(tagsQuery('prj_1').queryKey, tags);
  const onChoose = vi.fn<(choices: TagChoice[]) => void>();
  render(
    <QueryClientProvider client={client}>
      <TagPicker projectId="prj_1" onChoose={onChoose} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole('combobox');
  return {
    onChoose,
    type: (words: string) => fireEvent.change(field, { target: { value: words } }),
    enter: (shiftKey = false) => fireEvent.keyDown(field, { key: 'Enter', shiftKey }),
    chosen: () =>
      onChoose.mock.calls.map(([choices]) => choices.map((one) => ('tag' in one ? one.tag : one).name)),
  };
}

it('Enter chooses one tag', () => {
  const { type, enter, chosen } = show();
  type('tru');
  enter();
  expect(chosen()).toEqual([['Trust']]);
});

it('Shift and Enter collect tags, a new one too, until Enter chooses all of them', () => {
  const { type, enter, chosen } = show();
  type('tru');
  enter(true);
  type('Brand new');
  enter(true);
  expect(chosen()).toEqual([]);
  expect(screen.getByRole('list', { name: 'Chosen tags' }).textContent).toBe('TrustBrand new');
  enter();
  expect(chosen()).toEqual([['Trust', 'Brand new']]);
});

it('a collected tag is dropped with its button, and a click collects while some are collected', () => {
  const { type, enter, chosen } = show();
  type('tru');
  enter(true);
  fireEvent.click(screen.getByRole('option', { name: 'Speed' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove Trust' }));
  fireEvent.click(screen.getByRole('button', { name: 'Tag with 1 tag' }));
  expect(chosen()).toEqual([['Speed']]);
});

it('parts of one action are undone in the reverse order, and a failed part is reported and left out', async () => {
  const log: string[] = [];
  const part = (name: string) => ({
    undo: async () => log.push(`undo ${name}`),
    redo: async () => log.push(`redo ${name}`),
  });
  const { undo, redo } = together([part('a'), part('b')]);
  await undo();
  await redo();
  expect(log).toEqual(['undo b', 'undo a', 'redo a', 'redo b']);
  const onFailed = vi.fn();
  expect(
    await settle([Promise.resolve(1), Promise.reject(new Error('Refused')), Promise.resolve(3)], onFailed),
  ).toEqual([1, 3]);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(new Error('Refused'));
});

// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Tag, tagsQuery } from '../../data/tags.ts';
import { TagFilter } from './tag-filter.tsx';

it('names the tag whose highlights are shown, and shows all again', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(tagsQuery('prj_1').queryKey, [
    { id: 'tag_1', name: 'Hidden costs', color: '#2d6a4f' } as Tag,
  ]);
  const onClear = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <TagFilter projectId="prj_1" tagId="tag_1" onClear={onClear} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('button').textContent).toBe('Only Hidden costs');
  fireEvent.click(screen.getByRole('button', { name: 'Only Hidden costs. Show all highlights' }));
  expect(onClear).toHaveBeenCalledOnce();
});

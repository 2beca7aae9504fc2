// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Note } from '../../data/notes.ts';
import { tagsQuery } from '../../data/tags.ts';
import { NoteEditor } from './note-editor.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(note: Note | undefined): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(tagsQuery('prj_1').queryKey, []);
  render(
    <QueryClientProvider client={client}>
      <NoteEditor projectId="prj_1" note={note} mayWrite onClose={() => {}} onCreated={() => {}} />
    </QueryClientProvider>,
  );
}

it('opens a new note with the caret in its title, and does not say that it is saved', () => {
  open(undefined);
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  expect(screen.getByRole('status').textContent).toBe('');
});

it('says that a note of the server is saved', () => {
  open({
    id: 'note_1',
    title: 'Shoes',
    body: 'Old',
    version: 1,
    tag_ids: [],
    file_id: null,
  } as unknown as Note);
  expect(screen.getByRole('status').textContent).toBe('Saved');
});

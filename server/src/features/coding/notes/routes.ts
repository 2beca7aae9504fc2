import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import type { Registered } from '../../feature.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { NewNote, Note, NoteChange, NotesQuery, toNote } from './schema.ts';
import { changeNote, createNote, deleteNote, getNote } from './service.ts';
import { listNotes } from './store.ts';

export function noteRoutes(recordsOf: Registered['recordsOf']): Route[] {
  const one = { tag: 'Notes', ids: { noteId: 'note' }, data: Note, status: 200 } as const;
  const inProject = { tag: 'Notes', ids: { projectId: 'project' }, data: Note } as const;
  return [
    route({
      ...inProject,
      method: 'GET',
      path: '/projects/{projectId}/notes',
      operationId: 'listNotes',
      summary: 'List the notes of a project',
      status: 200,
      query: NotesQuery,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listNotes(db, params.projectId, query),
        ]);
        return { data: page.rows.map(toNote), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...inProject,
      method: 'POST',
      path: '/projects/{projectId}/notes',
      operationId: 'createNote',
      summary: 'Create a note',
      status: 201,
      body: NewNote,
      example: { body: { title: 'After the third interview', body: 'They all look for the price *first*.' } },
      handler: async (call) => ({
        data: toNote(await createNote(recordsOf, call, call.params.projectId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/notes/{noteId}',
      operationId: 'getNote',
      summary: 'Get a note',
      handler: async (call) => ({ data: toNote(await getNote(call, call.params.noteId)) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/notes/{noteId}',
      operationId: 'updateNote',
      summary: 'Change a note',
      body: NoteChange,
      example: { body: { pinned: true } },
      handler: async (call) => ({
        data: toNote(await changeNote(recordsOf, call, call.params.noteId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/notes/{noteId}',
      operationId: 'deleteNote',
      summary: 'Delete a note',
      data: Deleted('note'),
      handler: async (call) => {
        await deleteNote(call, call.params.noteId);
        return { data: { id: call.params.noteId, deleted: true } };
      },
    }),
  ];
}

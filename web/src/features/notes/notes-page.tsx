import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { NoteFilters } from './note-filters.tsx';
import { NoteList } from './note-list.tsx';
import { NotePane } from './note-pane.tsx';
import type { ChangeNotesView, NotesView } from './notes-view.ts';

interface NotesPageProps {
  projectId: string;
  view: NotesView;
  onChangeView: ChangeNotesView;
}

export function NotesPage({ projectId, view, onChangeView }: NotesPageProps) {
  usePageTitle('Notes');
  const mayWrite = canWrite(useMe());
  // A new note keeps its editor when it gets its id, so that the caret stays where it is.
  const createdAs = useRef(new Map<string, number>());
  const newCount = useRef(0);
  const open = (note: string | undefined) => onChangeView({ note }, { replace: false });
  const create = () => {
    newCount.current++;
    open('new');
  };
  useShortcuts(mayWrite ? [{ keys: 'n', label: 'New note', group: 'Notes', run: create }] : []);
  const createdIn = view.note === 'new' ? newCount.current : createdAs.current.get(view.note ?? '');
  const editorKey = createdIn === undefined ? view.note : `new ${createdIn}`;
  return (
    <Page>
      <PageHead
        title="Notes"
        actions={
          mayWrite && (
            <Button variant="primary" onClick={create}>
              <Plus size={16} strokeWidth={1.75} /> New note
            </Button>
          )
        }
      />
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={`min-w-0 ${view.note ? 'hidden lg:block' : ''}`}>
          <NoteFilters projectId={projectId} view={view} onChangeView={onChangeView} />
          <NoteList
            projectId={projectId}
            view={view}
            onOpen={open}
            onClearFilters={() =>
              onChangeView({ q: undefined, file: undefined, tag: undefined }, { replace: true })
            }
          />
        </div>
        <div className={`min-w-0 ${view.note ? '' : 'hidden lg:block'}`}>
          {view.note ? (
            <NotePane
              key={editorKey}
              projectId={projectId}
              noteId={view.note}
              mayWrite={mayWrite}
              onClose={() => open(undefined)}
              onCreated={(id) => {
                createdAs.current.set(id, newCount.current);
                onChangeView({ note: id }, { replace: true });
              }}
            />
          ) : (
            <EmptyState title="No note is open">Choose a note on the left, or write a new one.</EmptyState>
          )}
        </div>
      </div>
    </Page>
  );
}

import { Plus } from 'lucide-react';
import { useState } from 'react';
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
import { texts } from './texts.ts';

interface NotesPageProps {
  projectId: string;
  view: NotesView;
  onChangeView: ChangeNotesView;
}

export function NotesPage({ projectId, view, onChangeView }: NotesPageProps) {
  usePageTitle(texts.notes);
  const mayWrite = canWrite(useMe());
  // A new note keeps its editor when it gets its id, so that the caret stays where it is.
  const [createdAs, setCreatedAs] = useState<ReadonlyMap<string, number>>(new Map());
  const [newCount, setNewCount] = useState(0);
  const open = (note: string | undefined) => onChangeView({ note, comment: undefined }, { replace: false });
  const create = () => {
    setNewCount(newCount + 1);
    open('new');
  };
  useShortcuts(mayWrite ? [{ keys: 'n', label: texts.newNote, group: texts.notes, run: create }] : []);
  const createdIn = view.note === 'new' ? newCount : createdAs.get(view.note ?? '');
  const editorKey = createdIn === undefined ? view.note : `new ${createdIn}`;
  return (
    <Page>
      <PageHead
        title={texts.notes}
        actions={
          mayWrite && (
            <Button variant="primary" onClick={create}>
              <Plus size={16} strokeWidth={1.75} /> {texts.newNote}
            </Button>
          )
        }
      />
      <div className="grid gap-6 lg:alone:grid-cols-[20rem_minmax(0,1fr)] min-[1400px]:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={`min-w-0 ${view.note ? 'hidden lg:alone:block min-[1400px]:block' : ''}`}>
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
        <div className={`min-w-0 ${view.note ? '' : 'hidden lg:alone:block min-[1400px]:block'}`}>
          {view.note ? (
            <NotePane
              key={editorKey}
              projectId={projectId}
              noteId={view.note}
              comment={view.comment}
              mayWrite={mayWrite}
              onClose={() => open(undefined)}
              onCreated={(id) => {
                setCreatedAs((before) => new Map(before).set(id, newCount));
                onChangeView({ note: id }, { replace: true });
              }}
            />
          ) : (
            <EmptyState title={texts.noNoteIsOpen}>{texts.chooseANoteOnThe}</EmptyState>
          )}
        </div>
      </div>
    </Page>
  );
}

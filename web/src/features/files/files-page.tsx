import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { filesQuery } from '../../data/files.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { useProject } from '../../data/projects.ts';
import { tagsQuery } from '../../data/tags.ts';
import { useAddUploads } from '../../data/uploads.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { EmptyFiles, NoMatch } from './empty-files.tsx';
import { useFileActions } from './file-actions.tsx';
import { FilesGrid, FilesList } from './files-grid.tsx';
import { type FilesSearch, hasFilter, toFilter } from './files-search.ts';
import { FilesTable } from './files-table.tsx';
import { FilesToolbar } from './files-toolbar.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LoadMore } from './load-more.tsx';
import { useSelection } from './selection.ts';
import { texts } from './texts.ts';
import { TranscribeToggle } from './transcribe-toggle.tsx';
import { useFileKeys } from './use-file-keys.ts';

interface FilesPageProps {
  projectId: string;
  search: FilesSearch;
  onSearch(change: Partial<FilesSearch>): void;
}

export function FilesPage({ projectId, search, onSearch }: FilesPageProps) {
  const project = useProject(projectId);
  usePageTitle(texts.filesOf(project.name));
  const mayWrite = canWrite(useMe());
  const isPhone = useMediaQuery('(max-width: 639px)');
  const list = useInfiniteQuery(filesQuery(projectId, toFilter(search)));
  const { data: tags = [] } = useQuery(tagsQuery(projectId));
  const files = list.data?.pages.flatMap((page) => page.data) ?? [];
  const order = files.map(({ id }) => id);
  const selection = useSelection(order);
  const selected = files.filter(({ id }) => selection.ids.has(id));
  const actions = useFileActions(projectId, tags, selection.clear);
  useFileKeys(order, selection, mayWrite);

  const isEmpty = list.isSuccess && files.length === 0;
  const props = {
    projectId,
    files,
    tags: new Map(tags.map((tag) => [tag.id, tag])),
    selection,
    onAction: mayWrite
      ? (...[action, file]: [Parameters<typeof actions.start>[0], (typeof files)[number]]) =>
          actions.start(action, [file])
      : undefined,
  };
  return (
    <Page>
      <PageHead title={texts.title} actions={mayWrite && <AddButtons projectId={projectId} />} />
      {isEmpty && !hasFilter(search) ? (
        <EmptyFiles projectId={projectId} mayWrite={mayWrite} />
      ) : (
        <div className="flex flex-col gap-4">
          {selected.length > 0 ? (
            <BulkBar
              files={selected}
              onAction={(action) => actions.start(action, selected)}
              onClear={selection.clear}
            />
          ) : (
            <FilesToolbar search={search} onSearch={onSearch} tags={tags} />
          )}
          {list.isPending && <Skeleton rows={6} label={texts.loadingFiles} />}
          {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
          {isEmpty && (
            <NoMatch onClear={() => onSearch({ q: '', kind: '', status: '', transcription: '', tag: '' })} />
          )}
          {files.length > 0 && (
            <div className={list.isPlaceholderData ? 'opacity-60' : ''}>
              {isPhone ? (
                <FilesList {...props} />
              ) : search.view === 'grid' ? (
                <FilesGrid {...props} />
              ) : (
                <FilesTable {...props} />
              )}
            </div>
          )}
          <LoadMore
            hasMore={list.hasNextPage}
            busy={list.isFetchingNextPage}
            onLoad={() => void list.fetchNextPage()}
          />
        </div>
      )}
      {actions.dialogs}
    </Page>
  );
}

function AddButtons({ projectId }: { projectId: string }) {
  const [importing, setImporting] = useState(false);
  const addUploads = useAddUploads();
  const toast = useToast();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TranscribeToggle />
      <Button onClick={() => setImporting(true)}>{texts.import}</Button>
      <FilePicker label={texts.filesToUpload} multiple onPick={(files) => addUploads(projectId, files)}>
        {(open) => (
          <Button variant="primary" onClick={open}>
            <Upload size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.upload}
          </Button>
        )}
      </FilePicker>
      {importing && (
        <ImportDialog
          projectId={projectId}
          onClose={() => setImporting(false)}
          onAdded={(name) => toast({ text: texts.wasAdded(name) })}
        />
      )}
    </div>
  );
}

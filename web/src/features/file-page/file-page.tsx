import { useQuery } from '@tanstack/react-query';
import { fileQuery } from '../../data/file.ts';
import { prefetched } from '../../data/prefetched.ts';
import { ApiError } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { FileLayout } from './file-layout.tsx';
import { FileSkeleton } from './file-skeleton.tsx';
import type { ChangeView, FileView } from './file-view.ts';
import { texts } from './texts.ts';

interface FilePageProps {
  projectId: string;
  fileId: string;
  view: FileView;
  onViewChange: ChangeView;
}

export function FilePage({ projectId, fileId, view, onViewChange }: FilePageProps) {
  const file = useQuery({ ...fileQuery(fileId), ...prefetched });
  usePageTitle(file.data?.name ?? texts.file);
  const missing = file.data !== undefined && file.data.project_id !== projectId;
  // Somebody else deleted it, or it is no longer shared.
  const gone = file.error instanceof ApiError && file.error.status === 404;
  if (file.data && !missing && !gone)
    return <FileLayout file={file.data} view={view} onViewChange={onViewChange} />;
  if (file.isPending) return <FileSkeleton />;
  return (
    <Page>
      <PageHead title={texts.cantBeShown} />
      {missing ? (
        <p className="text-soft">{texts.otherProject}</p>
      ) : (
        <ErrorNotice error={file.error} onRetry={() => void file.refetch()} />
      )}
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { transcriptQuery } from '../../../data/transcript.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useMediaUrl } from '../../player/index.ts';
import type { TranscriptHandle } from '../../transcript/index.ts';
import { FileState } from '../file-state.tsx';
import { type FileContentProps, FileTranscript } from '../file-transcript.tsx';
import type { DocumentView } from '../file-view.ts';
import { texts } from '../texts.ts';

const PdfViewer = lazy(() => import('./pdf-viewer.tsx').then((module) => ({ default: module.PdfViewer })));

const never = () => false;

/** A PDF as text, to select and tag, or as pages. A switch between them stays at the same page. */
export function PdfContent(props: FileContentProps) {
  const { file, view, onViewChange, playback, mayWrite } = props;
  const hasText = file.transcription_status === 'completed';
  const shown: DocumentView = view.view ?? (hasText ? 'text' : 'pages');
  const { data } = useQuery({ ...transcriptQuery(file.id), enabled: hasText });
  const pageAt = (seconds: number) =>
    data?.segments.findLast(({ start_seconds }) => start_seconds <= seconds)?.page ?? 1;
  const [page, setPage] = useState<number>();
  const { url, renew } = useMediaUrl(file, never);
  const handle = props.transcript as RefObject<TranscriptHandle | null>;

  // The text shows the page that was on the screen.
  const target = useRef<string>(undefined);
  useEffect(() => {
    if (shown === 'text' && target.current) handle.current?.showSegment(target.current);
    target.current = undefined;
  }, [shown, handle]);

  const show = (next: DocumentView) => {
    if (next === 'text') target.current = data?.segments.find((segment) => segment.page === page)?.id;
    else setPage(pageAt(playback.getTime()));
    onViewChange({ view: next });
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-3 py-1.5 sm:px-4">
        <SegmentedControl<DocumentView>
          label={texts.show}
          value={shown}
          onChange={show}
          options={[
            { value: 'text', name: texts.text },
            { value: 'pages', name: texts.pagesView },
          ]}
        />
        {file.page_count !== null && (
          <p className="text-sm text-soft tabular-nums">
            {shown === 'pages' ? texts.pageOf(page ?? 1, file.page_count) : texts.pages(file.page_count)}
          </p>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col">
        {shown === 'pages' && url && (
          <Suspense>
            <PdfViewer url={url} page={page ?? pageAt(playback.getTime())} onPage={setPage} onError={renew} />
          </Suspense>
        )}
        {shown === 'text' &&
          (hasText ? (
            <FileTranscript
              {...props}
              onAction={(action) => {
                if (action.type === 'page-opened') {
                  setPage(action.page);
                  onViewChange({ view: 'pages' });
                } else props.onAction(action);
              }}
            />
          ) : (
            <FileState file={file} mayWrite={mayWrite} />
          ))}
      </div>
    </>
  );
}

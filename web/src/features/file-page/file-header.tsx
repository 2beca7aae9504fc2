import { useIsMutating, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type File, isMedia } from '../../data/file.ts';
import { prefetched } from '../../data/prefetched.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { formatDay, formatLength } from '../../lib/format.ts';
import { keyNames } from '../../lib/key-names.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PageTools, usePageCompany } from '../../ui/page-layout.tsx';
import { type MediaPlayback, useHasDrafts } from '../transcript/index.ts';
import { EditableTitle } from './editable-title.tsx';
import { FileMenu } from './file-menu.tsx';
import { ShareItems, ShareMenu } from './share-menu.tsx';
import { texts } from './texts.ts';

interface FileHeaderProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  onFind(): void;
  onReplace(): void;
  onNewClip(): void;
}

/** The bar at the top: where the file is, its name, and what can be done with it. */
export function FileHeader({ file, playback, mayWrite, onFind, onReplace, onNewClip }: FileHeaderProps) {
  const canClip = mayWrite && isMedia(file) && file.status === 'ready';
  const company = usePageCompany();
  const roomy = useMediaQuery('(min-width: 640px)');
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3 sm:px-4 pointer-coarse:h-14">
      <div className="flex min-w-0 flex-1 items-center gap-1">
        <Link
          to="/projects/$projectId/files"
          params={{ projectId: file.project_id }}
          className="control inline-flex shrink-0 items-center gap-0.5 rounded-md text-soft hover:text-ink"
        >
          {texts.files}
          <ChevronRight size={14} aria-hidden="true" />
        </Link>
        <EditableTitle file={file} editable={mayWrite} />
        <FileFacts file={file} />
        {company}
      </div>
      <div className="flex shrink-0 items-center gap-1.5 sm:gap-2">
        {file.transcription_status === 'completed' && (
          <Button onClick={onFind} aria-keyshortcuts="Control+F Meta+F" className="max-lg:hidden">
            {texts.find} <Kbd>{keyNames('$mod+f')}</Kbd>
          </Button>
        )}
        {roomy && <ShareMenu file={file} playback={playback} />}
        <PageTools />
        {canClip && (
          <Button variant="primary" onClick={onNewClip}>
            {texts.newClip}
          </Button>
        )}
        <FileMenu file={file} mayWrite={mayWrite} onFind={onFind} onReplace={onReplace}>
          {!roomy && <ShareItems file={file} playback={playback} />}
        </FileMenu>
      </div>
    </header>
  );
}

function FileFacts({ file }: { file: File }) {
  const transcript = useQuery({
    ...transcriptQuery(file.id),
    ...prefetched,
    enabled: file.transcription_status === 'completed',
  });
  const saving = useIsMutating() > 0;
  const hasDrafts = useHasDrafts(file.id);
  const state = saving ? texts.saving : hasDrafts ? texts.notSavedYet : texts.saved;
  const facts = [
    formatDay(file.recorded_at ?? file.created_at),
    file.duration_seconds !== null && formatLength(file.duration_seconds),
    file.page_count !== null && texts.pages(file.page_count),
    transcript.data && texts.transcriptFact(transcript.data.revision, state),
    file.sentiment && texts.sentimentFact[file.sentiment.label],
  ];
  return (
    <p className="shrink-0 truncate text-sm text-soft max-xl:hidden beside:hidden">
      {facts.filter(Boolean).join(' · ')}
    </p>
  );
}

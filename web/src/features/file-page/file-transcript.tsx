import { type Ref, useMemo } from 'react';
import { type File, isMedia } from '../../data/file.ts';
import {
  type MediaPlayback,
  Transcript,
  type TranscriptAction,
  type TranscriptHandle,
} from '../transcript/index.ts';
import type { ChangeView, FileView } from './file-view.ts';
import { TagFilter } from './tag-filter.tsx';

export interface FileContentProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  view: FileView;
  onViewChange: ChangeView;
  onAction(action: TranscriptAction): void;
  transcript: Ref<TranscriptHandle>;
}

export function FileTranscript({
  file,
  playback,
  view,
  onViewChange,
  onAction,
  transcript,
}: FileContentProps) {
  const visibleTagIds = useMemo(() => (view.tag === undefined ? null : new Set([view.tag])), [view.tag]);
  return (
    <>
      {view.tag !== undefined && (
        <TagFilter
          projectId={file.project_id}
          tagId={view.tag}
          onClear={() => onViewChange({ tag: undefined })}
        />
      )}
      <Transcript
        ref={transcript}
        fileId={file.id}
        projectId={file.project_id}
        fileName={file.name}
        playback={playback}
        hasRecording={isMedia(file)}
        visibleTagIds={visibleTagIds}
        onAction={onAction}
      />
    </>
  );
}

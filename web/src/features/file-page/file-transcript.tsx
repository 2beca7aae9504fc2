import { type Ref, useMemo } from 'react';
import type { File } from '../../data/file.ts';
import {
  type MediaPlayback,
  Transcript,
  type TranscriptAction,
  type TranscriptHandle,
} from '../transcript/index.ts';
import type { ChangeView, FileView } from './file-view.ts';

export interface FileContentProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  view: FileView;
  onViewChange: ChangeView;
  onAction(action: TranscriptAction): void;
  transcript: Ref<TranscriptHandle>;
}

export function FileTranscript({ file, playback, view, onAction, transcript }: FileContentProps) {
  const visibleTagIds = useMemo(() => (view.tag === undefined ? null : new Set([view.tag])), [view.tag]);
  return (
    <Transcript
      ref={transcript}
      fileId={file.id}
      projectId={file.project_id}
      fileName={file.name}
      playback={playback}
      visibleTagIds={visibleTagIds}
      onAction={onAction}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import type { File } from '../../data/file.ts';
import { fileClipsQuery } from '../../data/file-clips.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { ClipItem } from './clip-item.tsx';
import { panelTexts as texts } from './panel-texts.ts';

interface ClipsTabProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  onNewClip(): void;
}

export function ClipsTab({ file, playback, mayWrite, onNewClip }: ClipsTabProps) {
  const clips = useQuery(fileClipsQuery(file.project_id, file.id));
  if (clips.isError) return <ErrorNotice error={clips.error} onRetry={() => void clips.refetch()} />;
  if (!clips.data) return <Skeleton rows={3} label={texts.loadingClips} />;
  if (clips.data.length === 0)
    return (
      <div className="space-y-3 text-sm text-soft">
        <p>
          {texts.noClips} {mayWrite && texts.markClip}
        </p>
        {mayWrite && <Button onClick={onNewClip}>{texts.newClip}</Button>}
      </div>
    );
  return (
    <ul className="space-y-2">
      {clips.data.map((clip) => (
        <ClipItem key={clip.id} clip={clip} file={file} playback={playback} mayWrite={mayWrite} />
      ))}
    </ul>
  );
}

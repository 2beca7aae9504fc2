import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { clipQuery } from '../../data/clips.ts';
import { playableFileQuery } from '../../data/playable-file.ts';
import { type Reel, reelQuery, useChangeReel, useDeleteReel, useShareReel } from '../../data/reels.ts';
import { transcriptQuery, wordTimesQuery } from '../../data/transcript.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatTimecode } from '../../lib/format.ts';
import { useToast } from '../../ui/toast.tsx';
import {
  DeleteButton,
  DialogColumns,
  LinkButton,
  NameFields,
  RecordingDialog,
  StatusNotice,
} from './dialog-parts.tsx';
import { type Cue, RecordingPlayer } from './recording-player.tsx';
import { ShareSection } from './share-section.tsx';
import { texts } from './texts.ts';
import { cuesOf } from './words.ts';

interface ReelDialogProps {
  reelId: string;
  mayWrite: boolean;
  onClose(): void;
}

export function ReelDialog({ reelId, mayWrite, onClose }: ReelDialogProps) {
  const reel = useQuery(reelQuery(reelId));
  return (
    <RecordingDialog what="reel" query={reel} onClose={onClose}>
      {(loaded) => (
        <LoadedReel
          reel={loaded}
          mayWrite={mayWrite}
          onClose={onClose}
          onLinkFailed={() => void reel.refetch()}
        />
      )}
    </RecordingDialog>
  );
}

interface LoadedReelProps {
  reel: Reel;
  mayWrite: boolean;
  onClose(): void;
  onLinkFailed(): void;
}

function LoadedReel({ reel, mayWrite, onClose, onLinkFailed }: LoadedReelProps) {
  const toast = useToast();
  const change = useChangeReel(reel);
  const share = useShareReel(reel);
  const remove = useDeleteReel(reel, onClose);
  const cues = useReelCues(reel);
  const save = (body: Partial<Pick<Reel, 'name' | 'description'>>) =>
    // As a promise: a field saves when the dialog closes, and callbacks of `mutate` end with the component.
    void change
      .mutateAsync(body)
      .catch((error: unknown) => toast({ text: texts.theReelWasNotChanged(errorMessage(error)) }));
  return (
    <DialogColumns
      main={
        <>
          <StatusNotice what="reel" status={reel.status} failure={reel.error?.message} />
          {reel.download_url && (
            <RecordingPlayer
              url={reel.download_url}
              isAudio={reel.thumbnail_url === null}
              durationSeconds={reel.duration_seconds}
              label={reel.name}
              poster={reel.thumbnail_url}
              cues={cues}
              showCaptions={reel.captions}
              onLinkFailed={onLinkFailed}
            />
          )}
          <Parts reel={reel} />
        </>
      }
      side={
        <>
          <NameFields recording={reel} mayWrite={mayWrite} onSave={save} />
          <ShareSection
            what="reel"
            isAudio={reel.status === 'ready' && reel.thumbnail_url === null}
            url={reel.share_url}
            isReady={reel.status === 'ready'}
            mayWrite={mayWrite}
            busy={share.isPending}
            onShare={(shared, options) => share.mutate(shared, options)}
          />
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            {reel.download_url && (
              <LinkButton href={reel.download_url} download={reel.name}>
                <Download size={16} strokeWidth={1.75} /> {texts.download}
              </LinkButton>
            )}
            {mayWrite && (
              <DeleteButton
                what="reel"
                name={reel.name}
                whatStays={texts.itsClipsStay}
                busy={remove.isPending}
                onDelete={() => remove.mutateAsync()}
              />
            )}
          </div>
        </>
      }
    />
  );
}

/** Captions from the transcripts of all parts. */
function useReelCues(reel: Reel): Cue[] {
  const fileIds = [...new Set(reel.parts.map(({ file_id }) => file_id))];
  const transcripts = useQueries({
    queries: reel.captions ? fileIds.map((fileId) => ({ ...transcriptQuery(fileId), retry: false })) : [],
    combine: (results) => results.map(({ data }) => data?.segments ?? []),
  });
  const times = useQueries({
    queries: reel.captions ? fileIds.map((fileId) => ({ ...wordTimesQuery(fileId), retry: false })) : [],
    combine: (results) => results.map(({ data }) => data),
  });
  return reel.captions
    ? cuesOf(
        reel.parts.map(({ file_id, start_seconds, end_seconds }) => ({
          start: start_seconds,
          end: end_seconds,
          segments: transcripts[fileIds.indexOf(file_id)] ?? [],
          times: times[fileIds.indexOf(file_id)],
        })),
      )
    : [];
}

const Parts = ({ reel }: { reel: Reel }) => (
  <section aria-label={texts.parts} className="mt-4">
    <h3 className="mb-1 font-medium">{texts.parts}</h3>
    <ol className="divide-y divide-line">
      {reel.parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a recording may appear twice, and parts never move
        <li key={place} className="flex min-h-9 items-center gap-3 py-1.5 text-sm">
          <span className="w-5 text-soft tabular-nums">{place + 1}</span>
          <PartLink projectId={reel.project_id} part={part} />
          <span className="ms-auto text-soft tabular-nums">
            {formatTimecode(part.start_seconds)}–{formatTimecode(part.end_seconds)}
          </span>
        </li>
      ))}
    </ol>
  </section>
);

/** The name of the clip; of its recording, if the clip was deleted. */
export function PartLink({ projectId, part }: { projectId: string; part: Reel['parts'][number] }) {
  const file = useQuery(playableFileQuery(part.file_id));
  const clip = useQuery({ ...clipQuery(part.clip_id ?? ''), enabled: part.clip_id !== null, retry: false });
  return (
    <Link
      to="/projects/$projectId/files/$fileId"
      params={{ projectId, fileId: part.file_id }}
      search={{ t: Math.floor(part.start_seconds) }}
      dir="auto"
      className="min-w-0 truncate underline underline-offset-4"
    >
      {clip.data?.name ?? file.data?.name ?? texts.recording}
    </Link>
  );
}

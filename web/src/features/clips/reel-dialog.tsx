import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { playableFileQuery } from '../../data/playable-file.ts';
import { type Reel, reelQuery, useChangeReel, useDeleteReel, useShareReel } from '../../data/reels.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { ApiError, errorMessage } from '../../lib/errors.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DialogColumns, LinkButton, StatusNotice } from './dialog-parts.tsx';
import { type Cue, RecordingPlayer } from './recording-player.tsx';
import { SavedField } from './saved-field.tsx';
import { ShareSection } from './share-section.tsx';
import { cuesOf } from './words.ts';

interface ReelDialogProps {
  reelId: string;
  mayWrite: boolean;
  onClose(): void;
}

export function ReelDialog({ reelId, mayWrite, onClose }: ReelDialogProps) {
  const reel = useQuery(reelQuery(reelId));
  const isGone = reel.error instanceof ApiError && reel.error.status === 404;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={reel.data?.name ?? (isGone ? 'This reel was deleted' : 'Reel')}
    >
      {reel.isPending && <Skeleton rows={4} label="Loading the reel" />}
      {reel.isError && !reel.data && (
        <ErrorNotice error={reel.error} onRetry={isGone ? undefined : () => void reel.refetch()} />
      )}
      {reel.data && (
        <LoadedReel
          reel={reel.data}
          mayWrite={mayWrite}
          onClose={onClose}
          onLinkFailed={() => void reel.refetch()}
        />
      )}
    </Dialog>
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
  const cues = useReelCues(reel);
  const save = (body: Partial<Pick<Reel, 'name' | 'description'>>) =>
    // As a promise: a field saves when the dialog closes, and callbacks of `mutate` end with the component.
    void change
      .mutateAsync(body)
      .catch((error: unknown) => toast({ text: `The reel was not changed. ${errorMessage(error)}` }));
  return (
    <DialogColumns
      main={
        <>
          <StatusNotice what="reel" status={reel.status} failure={reel.error?.message} />
          {reel.download_url && (
            <RecordingPlayer
              url={reel.download_url}
              isAudio={reel.thumbnail_url === null}
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
          <SavedField
            label="Name"
            value={reel.name}
            required
            maxLength={200}
            readOnly={!mayWrite}
            onSave={(name) => save({ name })}
          />
          <SavedField
            label="Description"
            value={reel.description ?? ''}
            multiline
            maxLength={5000}
            readOnly={!mayWrite}
            onSave={(description) => save({ description: description || null })}
          />
          <ShareSection
            what="reel"
            url={reel.share_url}
            isReady={reel.status === 'ready'}
            mayWrite={mayWrite}
            busy={share.isPending}
            onShare={(shared, options) => share.mutate(shared, options)}
          />
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            {reel.download_url && (
              <LinkButton href={reel.download_url} download={reel.name}>
                <Download size={16} strokeWidth={1.75} /> Download
              </LinkButton>
            )}
            {mayWrite && <DeleteReel reel={reel} onClose={onClose} />}
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
  return reel.captions
    ? cuesOf(
        reel.parts.map(({ file_id, start_seconds, end_seconds }) => ({
          start: start_seconds,
          end: end_seconds,
          segments: transcripts[fileIds.indexOf(file_id)] ?? [],
        })),
      )
    : [];
}

const Parts = ({ reel }: { reel: Reel }) => (
  <section aria-label="Parts" className="mt-4">
    <h3 className="mb-1 font-medium">Parts</h3>
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

function PartLink({ projectId, part }: { projectId: string; part: Reel['parts'][number] }) {
  const file = useQuery(playableFileQuery(part.file_id));
  return (
    <Link
      to="/projects/$projectId/files/$fileId"
      params={{ projectId, fileId: part.file_id }}
      search={{ t: Math.floor(part.start_seconds) }}
      dir="auto"
      className="min-w-0 truncate underline underline-offset-4"
    >
      {file.data?.name ?? 'Recording'}
    </Link>
  );
}

function DeleteReel({ reel, onClose }: { reel: Reel; onClose(): void }) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const remove = useDeleteReel(reel, () => {
    onClose();
    toast({ text: `Deleted “${reel.name}”.` });
  });
  return (
    <>
      <Button variant="danger" className="ms-auto" onClick={() => setAsking(true)}>
        <Trash2 size={16} strokeWidth={1.75} /> Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: (error) => toast({ text: `The reel was not deleted. ${errorMessage(error)}` }),
            onSettled: () => setAsking(false),
          })
        }
        title="Delete this reel?"
        description={`“${reel.name}” and its public link are removed. Its clips stay. This can’t be undone.`}
        action="Delete the reel"
        busy={remove.isPending}
      />
    </>
  );
}

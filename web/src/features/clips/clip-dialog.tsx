import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Scissors } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import {
  type Clip,
  type ClipChange,
  clipQuery,
  useChangeClip,
  useDeleteClip,
  useShareClip,
} from '../../data/clips.ts';
import { tagsQuery } from '../../data/tags.ts';
import { transcriptQuery, wordTimesQuery } from '../../data/transcript.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { MultiPicker } from '../../ui/multi-picker.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Comments } from '../comments/index.ts';
import { TurnList, turnsBetween } from '../media/index.ts';
import { ClipTrim } from './clip-trim.tsx';
import {
  DeleteButton,
  DialogColumns,
  LinkButton,
  NameFields,
  RecordingDialog,
  StatusNotice,
} from './dialog-parts.tsx';
import { RecordingPlayer } from './recording-player.tsx';
import { ShareSection } from './share-section.tsx';
import { texts } from './texts.ts';
import { cuesOf } from './words.ts';

interface ClipDialogProps {
  clipId: string;
  /** The comment that the address names. */
  comment: string | undefined;
  mayWrite: boolean;
  onClose(): void;
}

export function ClipDialog({ clipId, comment, mayWrite, onClose }: ClipDialogProps) {
  const clip = useQuery(clipQuery(clipId));
  return (
    <RecordingDialog what="clip" query={clip} onClose={onClose}>
      {(loaded) => (
        <LoadedClip
          clip={loaded}
          comment={comment}
          mayWrite={mayWrite}
          onClose={onClose}
          onLinkFailed={() => void clip.refetch()}
        />
      )}
    </RecordingDialog>
  );
}

interface LoadedClipProps {
  clip: Clip;
  comment: string | undefined;
  mayWrite: boolean;
  onClose(): void;
  onLinkFailed(): void;
}

function LoadedClip({ clip, comment, mayWrite, onClose, onLinkFailed }: LoadedClipProps) {
  const toast = useToast();
  const change = useChangeClip(clip);
  const share = useShareClip(clip);
  const remove = useDeleteClip(clip, onClose);
  const [trimming, setTrimming] = useState(false);
  const isAudio = clip.status === 'ready' && clip.thumbnail_url === null;
  const save = (body: ClipChange) =>
    // As a promise: a field saves when the dialog closes, and callbacks of `mutate` end with the component.
    void change
      .mutateAsync(body)
      .catch((error: unknown) => toast({ text: texts.theClipWasNotChanged(errorMessage(error)) }));
  return (
    <DialogColumns
      main={
        trimming ? (
          <ClipTrim clip={clip} busy={change.isPending} onSave={save} onDone={() => setTrimming(false)} />
        ) : (
          <>
            <ClipView clip={clip} onLinkFailed={onLinkFailed} />
            <Suspense>
              <div className="mt-6">
                <Comments
                  projectId={clip.project_id}
                  target={{ type: 'clip', id: clip.id }}
                  focused={comment}
                />
              </div>
            </Suspense>
          </>
        )
      }
      side={
        <>
          <NameFields recording={clip} mayWrite={mayWrite} onSave={save} />
          <ClipTags clip={clip} mayWrite={mayWrite} onSave={save} />
          <ShareSection
            what="clip"
            isAudio={isAudio}
            url={clip.share_url}
            isReady={clip.status === 'ready'}
            mayWrite={mayWrite}
            busy={share.isPending}
            onShare={(shared, options) => share.mutate(shared, options)}
          >
            {mayWrite && !isAudio && (
              <label className="flex items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 shrink-0"
                  checked={clip.captions}
                  onChange={(event) => save({ captions: event.target.checked })}
                />
                {texts.captionsInDownloadedAndShared}
              </label>
            )}
          </ShareSection>
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            {mayWrite && !trimming && (
              <Button onClick={() => setTrimming(true)}>
                <Scissors size={16} strokeWidth={1.75} /> {texts.trim}
              </Button>
            )}
            {clip.download_url && (
              <LinkButton href={clip.download_url} download={clip.name}>
                <Download size={16} strokeWidth={1.75} /> {texts.download}
              </LinkButton>
            )}
            {mayWrite && (
              <DeleteButton
                what="clip"
                name={clip.name}
                whatStays={texts.theRecordingStays}
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

function ClipView({ clip, onLinkFailed }: { clip: Clip; onLinkFailed(): void }) {
  const transcript = useQuery({ ...transcriptQuery(clip.file_id), enabled: clip.transcript_text !== null });
  const { data: times } = useQuery({
    ...wordTimesQuery(clip.file_id),
    enabled: clip.transcript_text !== null,
  });
  const segments = transcript.data?.segments;
  const cues = useMemo(
    () => (segments ? cuesOf([{ start: clip.start_seconds, end: clip.end_seconds, segments, times }]) : []),
    [segments, times, clip.start_seconds, clip.end_seconds],
  );
  const turns = segments ? turnsBetween(clip.start_seconds, clip.end_seconds, segments, times) : [];
  return (
    <>
      <StatusNotice what="clip" status={clip.status} failure={clip.error?.message} />
      {clip.download_url && (
        <RecordingPlayer
          // A new cut replaces what plays; a renewed link of the same cut does not.
          key={`${clip.status} ${clip.size_bytes}`}
          url={clip.download_url}
          isAudio={clip.thumbnail_url === null}
          durationSeconds={clip.duration_seconds}
          label={clip.name}
          poster={clip.thumbnail_url}
          cues={cues}
          showCaptions={clip.captions}
          onLinkFailed={onLinkFailed}
        />
      )}
      <p className="mt-3 text-sm text-soft">
        <Link
          to="/projects/$projectId/files/$fileId"
          params={{ projectId: clip.project_id, fileId: clip.file_id }}
          search={{ t: Math.floor(clip.start_seconds) }}
          className="underline underline-offset-4 hover:text-ink"
        >
          {texts.inTheRecording(formatTimecode(clip.start_seconds), formatTimecode(clip.end_seconds))}
        </Link>
        {clip.speaker && turns.length < 2 && <span dir="auto"> · {clip.speaker}</span>}
      </p>
      {clip.transcript_text && (
        <blockquote dir="auto" className="mt-3 border-s-2 border-accent ps-3 font-serif text-lg">
          {turns.length > 1 ? <TurnList turns={turns} /> : clip.transcript_text}
        </blockquote>
      )}
    </>
  );
}

function ClipTags({
  clip,
  mayWrite,
  onSave,
}: {
  clip: Clip;
  mayWrite: boolean;
  onSave(body: ClipChange): void;
}) {
  const tags = useQuery(tagsQuery(clip.project_id));
  return (
    <section aria-label={texts.tags}>
      <h3 className="mb-1.5 font-medium">{texts.tags}</h3>
      <MultiPicker
        label={texts.tags}
        action={texts.addTags}
        options={tags.data ?? []}
        selected={clip.tag_ids}
        readOnly={!mayWrite}
        onChange={(tag_ids) => onSave({ tag_ids })}
      />
      {!mayWrite && clip.tag_ids.length === 0 && <p className="text-sm text-soft">{texts.noTags}</p>}
    </section>
  );
}

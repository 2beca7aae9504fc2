import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Globe, Link2, Pencil, Repeat, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { File } from '../../data/file.ts';
import { type Clip, useShareFileClip } from '../../data/file-clips.ts';
import { transcriptQuery, wordTimesQuery } from '../../data/transcript.ts';
import { copyText } from '../../lib/copy-text.ts';
import { errorMessage } from '../../lib/errors.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { turnsBetween } from '../media/index.ts';
import { StopSharingDialog } from '../sharing/index.ts';
import type { MediaPlayback } from '../transcript/index.ts';
import { MomentButton } from './moment-button.tsx';
import { NameField } from './name-field.tsx';
import { panelTexts as texts } from './panel-texts.ts';
import { useClipActions } from './use-clip-actions.ts';

interface ClipItemProps {
  clip: Clip;
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
}

export function ClipItem({ clip, file, playback, mayWrite }: ClipItemProps) {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [unsharing, setUnsharing] = useState(false);
  const share = useShareFileClip(file.project_id, file.id);
  const actions = useClipActions(file);
  const showToast = useToast();
  const onError = (error: Error) => showToast({ text: errorMessage(error) });
  const copy = async ({ share_url }: Clip) => {
    const copied = share_url !== null && (await copyText(share_url));
    showToast({
      text: copied ? texts.linkCopied : texts.linkNotCopied,
    });
  };
  return (
    <li className="rounded-lg border border-line bg-surface p-3 text-sm">
      <div className="flex items-center gap-2">
        <MomentButton
          playback={playback}
          start={clip.start_seconds}
          end={clip.end_seconds}
          label={texts.playClip(clip.name)}
        />
        <span className="min-w-0 flex-1 truncate text-soft">
          {clip.status === 'processing' && texts.beingCut}
          {clip.share_url && <Globe size={14} strokeWidth={1.75} role="img" aria-label={texts.publicClip} />}
        </span>
        <Menu
          trigger={
            <IconButton label={texts.clipActions(clip.name)} className="-my-1.5 -me-1.5">
              <Ellipsis size={16} strokeWidth={1.75} />
            </IconButton>
          }
        >
          <MenuItem
            onSelect={() => playback.playSpan({ start: clip.start_seconds, end: clip.end_seconds }, true)}
          >
            <Repeat size={16} strokeWidth={1.75} /> {texts.playRepeatedly}
          </MenuItem>
          {clip.share_url && (
            <MenuItem onSelect={() => void copy(clip)}>
              <Link2 size={16} strokeWidth={1.75} /> {texts.copyPublicLink}
            </MenuItem>
          )}
          {mayWrite && (
            <>
              <MenuItem onSelect={() => setEditing(true)}>
                <Pencil size={16} strokeWidth={1.75} /> {texts.rename}
              </MenuItem>
              <MenuItem
                onSelect={() =>
                  clip.share_url === null
                    ? share.mutate(
                        { clip, shared: true },
                        { onError, onSuccess: (shared) => void copy(shared) },
                      )
                    : setUnsharing(true)
                }
              >
                <Globe size={16} strokeWidth={1.75} />
                {clip.share_url === null ? texts.shareLink : texts.stopSharing}
              </MenuItem>
              <MenuItem danger onSelect={() => setDeleting(true)}>
                <Trash2 size={16} strokeWidth={1.75} /> {texts.deleteMenu}
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {editing ? (
        <NameField
          label={texts.clipName}
          value={clip.name}
          maxLength={200}
          onDone={(name) => {
            setEditing(false);
            if (name) actions.rename(clip, name).catch(onError);
          }}
        />
      ) : (
        <p dir="auto" className="mt-1 font-medium">
          {clip.name}
        </p>
      )}
      {clip.status === 'failed' && (
        <p className="mt-1 text-danger">{clip.error?.message ?? texts.clipFailed}</p>
      )}
      <ClipWords clip={clip} />
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          actions
            .remove(clip)
            .catch(onError)
            .finally(() => setDeleting(false))
        }
        title={texts.deleteClipQuestion}
        description={texts.deleteClipHint}
        action={texts.deleteClip}
        busy={actions.isRemoving}
      />
      <StopSharingDialog
        what="clip"
        open={unsharing}
        busy={share.isPending}
        onClose={() => setUnsharing(false)}
        onConfirm={() =>
          share.mutate({ clip, shared: false }, { onError, onSettled: () => setUnsharing(false) })
        }
      />
    </li>
  );
}

/** The beginning of what is said, with names if more than one person speaks. */
function ClipWords({ clip: { file_id, transcript_text, start_seconds, end_seconds } }: { clip: Clip }) {
  const { data } = useQuery({ ...transcriptQuery(file_id), enabled: transcript_text !== null });
  const { data: times } = useQuery({ ...wordTimesQuery(file_id), enabled: transcript_text !== null });
  const turns = data ? turnsBetween(start_seconds, end_seconds, data.segments, times) : [];
  if (!transcript_text) return null;
  return (
    <p dir="auto" className="mt-1 line-clamp-2 text-soft">
      {turns.length > 1 ? turns.map(({ speaker, text }) => `${speaker}: ${text}`).join(' ') : transcript_text}
    </p>
  );
}

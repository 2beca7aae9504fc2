import { Scissors } from 'lucide-react';
import { useCreateFileClip, useDeleteFileClip } from '../../data/file-clips.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { failureReason } from '../../lib/errors.ts';
import { creation } from '../../lib/undo-stack.ts';
import { IconButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { isPlayable, type Moment, MomentRow } from '../moments/index.ts';
import { clipWords } from './clip-words.ts';
import { moodOf } from './mood-of.ts';
import { texts } from './texts.ts';

interface MomentItemProps {
  moment: Moment;
  score: number | null;
  next(ended: Moment): Moment | undefined;
}

type PlayableMoment = Moment & { file_id: string; start_seconds: number; end_seconds: number };

/** A moment that plays where it is. */
export function MomentItem({ moment, score, next }: MomentItemProps) {
  const canEdit = canWrite(useMe());
  return (
    <MomentRow
      moment={moment}
      mood={moodOf(score)}
      next={next}
      actions={canEdit && isPlayable(moment) && <ClipButton moment={moment} />}
      className="px-4 py-3"
    />
  );
}

const nameMax = 60;

function ClipButton({ moment }: { moment: PlayableMoment }) {
  const { project_id, file_id, start_seconds, end_seconds, quote } = moment;
  const create = useCreateFileClip(project_id, file_id);
  const remove = useDeleteFileClip(project_id, file_id);
  const undo = useUndo();
  const toast = useToast();
  const make = () => {
    const name = clipWords(quote ?? '', nameMax) || texts.panel.clip;
    const clip = { name, start_seconds, end_seconds };
    undo.add(
      create.mutateAsync(clip).then(
        ({ id }) => ({
          done: texts.panel.clipMade(name),
          undone: texts.panel.clipUnmade(name),
          redone: texts.panel.clipMade(name),
          ...creation(undo.ids, id, {
            create: () => create.mutateAsync(clip),
            remove: (clipId) => remove.mutateAsync(clipId),
          }),
        }),
        (error: unknown) => {
          toast({ text: texts.panel.clipFailed(failureReason(error)) });
          return undefined;
        },
      ),
    );
  };
  return (
    <IconButton
      label={texts.panel.clip}
      aria-busy={create.isPending}
      disabled={create.isPending}
      onClick={make}
    >
      <Scissors size={14} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}

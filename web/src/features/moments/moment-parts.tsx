import { ArrowDownLeft, ArrowUpRight, FileText, Minus, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTimecode } from '../../lib/format.ts';
import { MomentLink } from '../media/index.ts';
import { isPlayable, type Moment } from './moment.ts';
import { texts } from './texts.ts';
import { type MomentState, useMomentSeconds } from './use-moment.ts';

const round =
  'inline-flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-surface text-ink hover:border-edge data-active:border-ink data-active:bg-ink data-active:text-paper pointer-coarse:size-11';

/** Plays the moment; opens its passage if there is no sound; nothing if there is neither. */
export function PlayButton({ moment, playing }: { moment: Moment; playing: MomentState }) {
  const words = moment.quote ?? texts.thePassage;
  if (!isPlayable(moment) || playing.failure === 'no_recording') {
    return (
      <PassageLink moment={moment} className={round} label={texts.open(words)}>
        <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
      </PassageLink>
    );
  }
  const isActive = playing.status === 'playing' || playing.status === 'loading';
  const Shape = isActive ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={isActive ? texts.pause(words) : texts.play(words)}
      data-active={isActive || undefined}
      aria-busy={playing.status === 'loading' || undefined}
      onClick={playing.toggle}
      className={round}
    >
      <Shape size={12} fill="currentColor" aria-hidden="true" />
    </button>
  );
}

interface PassageLinkProps {
  moment: Moment;
  className?: string;
  label?: string;
  children: ReactNode;
}

/** Opens the file at the moment. Its content without a link if there is no file to open. */
export function PassageLink({ moment, className, label, children }: PassageLinkProps) {
  const { project_id, file_id, start_seconds, source_deleted } = moment;
  if (file_id === null || source_deleted)
    return label === undefined ? <span className={className}>{children}</span> : null;
  return (
    <MomentLink
      projectId={project_id}
      fileId={file_id}
      seconds={start_seconds}
      {...(className === undefined ? {} : { className })}
      {...(label === undefined ? {} : { label })}
    >
      {children}
    </MomentLink>
  );
}

/** How far the moment has played; nothing if it does not play. */
export function PlayingLine({ moment, playing }: { moment: Moment; playing: MomentState }) {
  if (!isPlayable(moment) || playing.status === 'idle' || playing.status === 'failed') return null;
  return <Line start={moment.start_seconds} end={moment.end_seconds} />;
}

function Line({ start, end }: { start: number; end: number }) {
  const seconds = useMomentSeconds();
  const played = Math.max(0, Math.min(seconds, end) - start);
  const length = end - start;
  return (
    <div className="flex max-w-80 items-center gap-2.5 text-xs text-soft tabular-nums" data-testid="playing">
      <span>{formatTimecode(played)}</span>
      <span aria-hidden="true" className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ inlineSize: `${length > 0 ? (played / length) * 100 : 0}%` }}
        />
      </span>
      <span>{formatTimecode(length)}</span>
    </div>
  );
}

/** Why the moment does not play; nothing if it does. */
export function MomentFailure({ moment, playing }: { moment: Moment; playing: MomentState }) {
  if (moment.source_deleted) return <p className="text-sm text-soft">{texts.sourceDeleted}</p>;
  if (playing.failure === null) return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {texts.failures[playing.failure]}
    </p>
  );
}

export type Mood = 'positive' | 'neutral' | 'negative';

const moods = {
  positive: { Shape: ArrowUpRight, color: 'text-accent' },
  neutral: { Shape: Minus, color: 'text-soft' },
  negative: { Shape: ArrowDownLeft, color: 'text-danger' },
};

/** The mood of a passage: an arrow and a word, because colour alone tells nothing. */
export function SentimentMark({ mood }: { mood: Mood }) {
  const { Shape, color } = moods[mood];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Shape size={12} strokeWidth={2} aria-hidden="true" className={color} />
      {texts.moods[mood]}
    </span>
  );
}

/** "2:14–2:20"; null for a passage without sound, whose times are an estimate. */
export const timeRangeOf = ({ start_seconds, end_seconds, has_recording }: Moment): string | null =>
  start_seconds === null || end_seconds === null || has_recording === false
    ? null
    : `${formatTimecode(start_seconds)}–${formatTimecode(end_seconds)}`;

import type { KeyboardEvent, ReactNode } from 'react';
import { isTextField } from '../../lib/focused-control.ts';
import { TagChip } from '../../ui/tag-chip.tsx';
import type { Moment } from './moment.ts';
import {
  MomentFailure,
  type Mood,
  PassageLink,
  PlayButton,
  PlayingLine,
  SentimentMark,
  timeRangeOf,
} from './moment-parts.tsx';
import type { PlayOptions } from './playback.ts';
import { texts } from './texts.ts';
import { useMoment } from './use-moment.ts';

interface MomentRowProps {
  moment: Moment;
  tags?: readonly { id: string; name: string; color: string | null }[];
  mood?: Mood | null;
  /** What plays after this one. Left out: it stops at the end of the passage. */
  next?: PlayOptions['next'];
  /** Buttons at the end of the row. */
  actions?: ReactNode;
  /** 0 or -1 if the row itself takes the focus, for lists that move it with keys. */
  tabIndex?: 0 | -1;
  className?: string;
}

/**
 * A passage: a button that plays it, its words, who says it, where and when. Space plays or pauses it while the focus is in the row.
 * The row has no border and no list element of its own: the list around it decides.
 */
export function MomentRow(props: MomentRowProps) {
  const { moment, tags = [], mood, next, actions, tabIndex, className = '' } = props;
  const playing = useMoment(moment, next);
  const range = timeRangeOf(moment);
  return (
    <figure
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onKeyDown={(event) => toggleBySpace(event, playing.toggle)}
      data-playing={playing.status === 'playing' || undefined}
      className={`flex min-w-0 items-start gap-3 ${className}`}
    >
      <PlayButton moment={moment} playing={playing} />
      <div className="min-w-0 flex-1 space-y-1">
        <blockquote dir="auto" className="font-serif text-md wrap-anywhere">
          {moment.quote === null ? texts.noWords : texts.quoted(moment.quote)}
        </blockquote>
        <PlayingLine moment={moment} playing={playing} />
        <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          {moment.person && (
            <span dir="auto" className="text-ink">
              {moment.person}
            </span>
          )}
          <PassageLink
            moment={moment}
            className="inline-flex min-w-0 items-center underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11"
          >
            <span className="min-w-0 truncate" dir="auto">
              {moment.file_name ?? (moment.file_id ? texts.openPassage : '')}
            </span>
            {range && <span className="ms-2 shrink-0 whitespace-nowrap tabular-nums">{range}</span>}
          </PassageLink>
          {tags.map(({ id, name, color }) => (
            <TagChip key={id} name={name} color={color} />
          ))}
          {mood && <SentimentMark mood={mood} />}
          {moment.verified === false && <span>{texts.notVerified}</span>}
        </figcaption>
        <MomentFailure moment={moment} playing={playing} />
      </div>
      {actions}
    </figure>
  );
}

/** Space in the row plays it, unless the control with the focus needs the key. */
function toggleBySpace(event: KeyboardEvent, toggle: () => void): void {
  const { target } = event;
  if (event.key !== ' ' || event.repeat || event.defaultPrevented || !(target instanceof Element)) return;
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  if (isTextField(target) || target.closest('button, input, [role="checkbox"]')) return;
  event.preventDefault();
  toggle();
}

import { ArrowUpRight } from 'lucide-react';
import { formatTimecode } from '../../lib/format.ts';
import {
  type Moment,
  MomentFailure,
  PassageLink,
  PlayButton,
  PlayingLine,
  useMoment,
} from '../moments/index.ts';
import { texts } from './texts.ts';

interface PassageRowProps {
  moment: Moment;
  isCurrent: boolean;
  onFocus(): void;
  /** In the panel and on phones the speaker stands below the words. */
  narrow: boolean;
  /** The file that the page shows. Its passages do not repeat its name. */
  ownFile: string | undefined;
}

/** A moment of an answer: it plays in place, and the arrow opens its file. */
export function PassageRow({ moment, isCurrent, onFocus, narrow, ownFile }: PassageRowProps) {
  const playing = useMoment(moment);
  const isActive =
    playing.status === 'playing' || playing.status === 'loading' || playing.status === 'paused';
  const time = moment.start_seconds === null ? '' : formatTimecode(moment.start_seconds);
  return (
    <li
      data-passage={moment.id}
      data-current={isCurrent || undefined}
      onFocus={onFocus}
      className="flex min-w-0 scroll-my-24 items-start gap-3 px-2.5 py-1.5 first:rounded-t-lg last:rounded-b-lg data-current:not-has-[[data-active]]:bg-sunken has-[[data-active]]:bg-accent-wash [&_[data-active]]:border-accent! [&_[data-active]]:bg-accent! [&_[data-active]]:text-on-accent!"
    >
      <PlayButton moment={moment} playing={playing} />
      <div className={`min-w-0 flex-1 ${narrow ? '' : 'sm:flex sm:items-start sm:gap-4'}`}>
        <div className="min-w-0 flex-1 py-0.5">
          <blockquote dir="auto" className="font-serif text-md leading-6 wrap-anywhere">
            “{moment.quote}”
          </blockquote>
          <PlayingLine moment={moment} playing={playing} />
          <MomentFailure moment={moment} playing={playing} />
        </div>
        <p
          className={`flex min-w-0 items-baseline gap-2 pb-1 text-sm text-soft ${narrow ? '' : 'sm:w-56 sm:shrink-0 sm:py-1'}`}
        >
          <span dir="auto" className="shrink-0 truncate font-medium text-ink">
            {moment.person}
          </span>
          <span dir="auto" className="min-w-0 truncate">
            {moment.file_id !== null && moment.file_id === ownFile
              ? ''
              : (moment.file_name ?? (moment.response_id ? texts.written : ''))}
          </span>
          <PassageLink
            moment={moment}
            label={texts.openPassage(time)}
            className="ms-auto inline-flex shrink-0 items-center gap-1 self-center tabular-nums underline-offset-4 hover:text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-end"
          >
            {time}
            {(isActive || time === '') && <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden="true" />}
          </PassageLink>
        </p>
      </div>
    </li>
  );
}

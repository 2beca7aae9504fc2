import { Check, Plus } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatTimecode } from '../../../lib/format.ts';
import { type Moment, MomentFailure, PlayButton, PlayingLine, useMoment } from '../../moments/index.ts';
import type { Evidence } from './evidence.ts';
import { texts } from './texts.ts';

interface EvidenceRowProps {
  evidence: Evidence;
  isUsed: boolean;
  mayInsert: boolean;
  onInsert(): void;
  onGoTo(): void;
}

/** A passage, clip or card in the panel. Enter inserts it, or goes to its place if it is used; Space plays it. */
export function EvidenceRow(props: EvidenceRowProps) {
  const { evidence, isUsed, mayInsert, onInsert, onGoTo } = props;
  const { moment, title, insert } = evidence;
  const isQuotation = insert.type === 'quotation';
  const words = isQuotation ? texts.quoted(title) : title;
  return (
    <li
      data-evidence={evidence.id}
      className="group relative border-b border-line px-4 py-2.5 [contain-intrinsic-size:auto_84px] [content-visibility:auto] focus-within:bg-sunken hover:bg-sunken"
    >
      <div className="flex items-start gap-2.5">
        {moment && <PlayPart moment={moment} />}
        <div className="min-w-0 flex-1">
          <p
            dir="auto"
            className={`line-clamp-3 wrap-anywhere ${isQuotation ? 'font-serif text-md' : 'font-medium'} ${isUsed ? 'text-soft' : ''}`}
          >
            {words}
          </p>
          <div className="mt-1 flex min-h-7 items-center gap-x-2 text-sm text-soft">
            <span className="me-auto min-w-0 truncate" dir="auto">
              {moment?.person && <span className="me-2 font-medium text-ink">{moment.person}</span>}
              {moment?.file_name} {moment?.start_seconds != null && formatTimecode(moment.start_seconds)}
            </span>
            {isUsed ? (
              <RowButton label={texts.goTo(title)} onClick={onGoTo} className="text-accent">
                <Check size={14} strokeWidth={1.75} aria-hidden="true" />
                {texts.used}
              </RowButton>
            ) : (
              mayInsert && (
                <RowButton
                  label={texts.insertThis(title)}
                  onClick={onInsert}
                  className="border border-line bg-surface text-ink xl:absolute xl:end-4 xl:opacity-0 xl:group-focus-within:opacity-100 xl:group-hover:opacity-100"
                >
                  <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
                  {texts.insert}
                </RowButton>
              )
            )}
          </div>
        </div>
      </div>
    </li>
  );
}

function PlayPart({ moment }: { moment: Moment }) {
  // A found segment has no end yet: some seconds let a person hear what it is.
  const playable = { ...moment, end_seconds: moment.end_seconds ?? (moment.start_seconds ?? 0) + 15 };
  const playing = useMoment(playable);
  return (
    <div className="w-7 shrink-0">
      <PlayButton moment={playable} playing={playing} />
      <div className="absolute inset-x-4 bottom-0.5">
        <PlayingLine moment={playable} playing={playing} />
      </div>
      <MomentFailure moment={playable} playing={playing} />
    </div>
  );
}

interface RowButtonProps {
  label: string;
  className: string;
  onClick(): void;
  children: ReactNode;
}

const RowButton = ({ label, className, onClick, children }: RowButtonProps) => (
  <button
    type="button"
    data-row-action=""
    aria-label={label}
    onClick={onClick}
    onKeyDown={playBySpace}
    className={`inline-flex h-7 shrink-0 items-center gap-1 rounded-md px-2 text-sm font-medium pointer-coarse:h-11 ${className}`}
  >
    {children}
  </button>
);

/** In a row, Space plays, and Enter presses the button. */
function playBySpace(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== ' ' || event.repeat) return;
  const play = event.currentTarget.closest('li')?.querySelector('button');
  if (!play || play === event.currentTarget) return;
  event.preventDefault();
  play.click();
}

import { ChevronDown, ChevronUp, Replace, X } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { texts } from './texts.ts';

interface FindBarProps {
  words: string;
  count: number;
  /** Index of the match that is shown. */
  current: number;
  onWords(words: string): void;
  onStep(direction: 1 | -1): void;
  onClose(): void;
  /** Undefined for a person who may not change the text. */
  onReplace: (() => void) | undefined;
  fieldRef: React.RefObject<HTMLInputElement | null>;
}

export function FindBar({
  words,
  count,
  current,
  onWords,
  onStep,
  onClose,
  onReplace,
  fieldRef,
}: FindBarProps) {
  const result =
    count === 0 ? texts.noMatches : texts.matchOf(formatNumber(current + 1), formatNumber(count));
  return (
    // Above the text and not over it: it would cover the match that it has found.
    <search className="mx-3 my-2 flex max-w-[calc(100%-24px)] shrink-0 items-center gap-1 self-end rounded-lg border border-line bg-surface p-1 has-[input:focus]:border-accent has-[input:focus]:ring-1 has-[input:focus]:ring-accent">
      <input
        ref={fieldRef}
        type="text"
        aria-label={texts.find}
        placeholder={texts.find}
        dir="auto"
        maxLength={200}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="control w-52 min-w-0 flex-1 rounded-md bg-transparent px-2 outline-none placeholder:text-soft"
      />
      <span role="status" className="min-w-20 px-1 text-end text-sm whitespace-nowrap text-soft tabular-nums">
        {words.trim() && result}
      </span>
      <IconButton label={texts.previousMatch} disabled={count === 0} onClick={() => onStep(-1)}>
        <ChevronUp size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label={texts.nextMatch} disabled={count === 0} onClick={() => onStep(1)}>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {onReplace && (
        <IconButton
          label={texts.replace}
          aria-keyshortcuts="Control+Shift+H Meta+Shift+H"
          onClick={onReplace}
        >
          <Replace size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={texts.close} onClick={onClose}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </search>
  );
}

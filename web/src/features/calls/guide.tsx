import { Check } from 'lucide-react';
import type { Question } from '../../data/calls.ts';
import { formatTimecode } from '../../lib/format.ts';
import { texts } from './texts.ts';
import type { Ticks } from './use-ticks.ts';

interface GuideProps {
  questions: Question[];
  ticks: Ticks;
  /** The question that is asked now. */
  currentId: string | undefined;
  onSelect(questionId: string): void;
  onToggle(questionId: string): void;
}

/** Texts for the participant, which are not asked. */
export const isAsked = ({ type }: Question): boolean => type !== 'statement';

/** The questions of the test, to tick when they are covered. */
export function Guide({ questions, ticks, currentId, onSelect, onToggle }: GuideProps) {
  if (questions.length === 0) return <p className="px-4 py-3 text-soft">{texts.thisTestHasNoQuestions}</p>;
  return (
    <ol className="px-2 py-2">
      {questions.map((question) => {
        const { id, text } = question;
        const ticked = ticks[id];
        const isCurrent = id === currentId;
        return (
          <li key={id} className={`flex items-start gap-1 rounded-lg ${isCurrent ? 'bg-sunken' : ''}`}>
            {isAsked(question) ? (
              <button
                type="button"
                aria-pressed={ticked !== undefined}
                aria-label={texts.covered(text)}
                onClick={() => onToggle(id)}
                className={`control-square inline-flex shrink-0 items-center justify-center ${isCurrent ? 'mt-1' : 'mt-0.5'}`}
              >
                <span
                  className={`flex size-4.5 items-center justify-center rounded-full border ${
                    ticked !== undefined
                      ? 'border-accent bg-accent text-on-accent'
                      : isCurrent
                        ? 'border-accent border-[5px]'
                        : 'border-edge'
                  }`}
                >
                  {ticked !== undefined && <Check size={12} strokeWidth={3} aria-hidden="true" />}
                </span>
              </button>
            ) : (
              <span className="control-square shrink-0" />
            )}
            <button
              type="button"
              aria-current={isCurrent ? 'step' : undefined}
              onClick={() => onSelect(id)}
              dir="auto"
              className={`min-w-0 flex-1 py-2 text-start ${isCurrent ? 'text-md font-medium' : ''} ${
                ticked !== undefined && !isCurrent ? 'text-soft' : ''
              }`}
            >
              {text}
            </button>
            {ticked !== undefined && (
              <span className="shrink-0 px-2 py-2 text-sm text-soft tabular-nums">
                {formatTimecode(ticked)}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

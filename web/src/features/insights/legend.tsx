import { formatNumber } from '../../lib/format.ts';
import { MoodBar } from '../../ui/mood-bar.tsx';
import type { WhatKind } from './insights-search.ts';
import { type Table, tintSteps } from './matrix-model.ts';
import { texts } from './texts.ts';
import { tintBackgrounds } from './tints.ts';

const sample = { count: 2, positive: 1, neutral: 0, negative: 1 };

/** What the tints and the bars mean, and how much the matrix counts. */
export function Legend({ table, what }: { table: Table; what: WhatKind }) {
  const { count, positive, neutral, negative } = table.total;
  const hasMoods = positive + neutral + negative > 0;
  const counted = what === 'question' ? texts.counts.answers(count) : texts.counts.moments(count);
  return (
    <footer className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-soft sm:px-6">
      <span className="inline-flex items-center gap-1">
        {tintSteps.map((from, index) => (
          <span
            key={from}
            style={{ background: tintBackgrounds[index + 1] }}
            className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm px-1 font-medium text-ink tabular-nums"
          >
            {formatNumber(from)}
            {index === tintSteps.length - 1 && '+'}
          </span>
        ))}
        <span className="ms-1">{texts.legend.moments}</span>
      </span>
      {hasMoods ? (
        <>
          <span className="inline-flex items-center gap-2">
            {texts.legend.negative}
            <span className="w-10">
              <MoodBar counts={sample} unit={18} />
            </span>
            {texts.legend.positive}
          </span>
          <span className="max-lg:hidden">{texts.legend.neutral}</span>
        </>
      ) : (
        <span>{texts.legend.noSentiment}</span>
      )}
      <span className="ms-auto tabular-nums">
        {texts.legend.counted(counted, texts.legend.cells(table.cells.length))}
      </span>
    </footer>
  );
}

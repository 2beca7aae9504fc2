import { ChartBarBig } from 'lucide-react';
import type { SurveyNumbers } from '../../data/chats.ts';
import { formatNumber } from '../../lib/format.ts';
import { texts } from './texts.ts';

/** What a survey says about the topic: the answer that was given most, and its share. */
export function SurveyRow({ numbers, narrow }: { numbers: SurveyNumbers; narrow: boolean }) {
  const { question, answered, mean, options } = numbers;
  const top = options.toSorted((a, b) => b.count - a.count)[0];
  if (!top || answered === 0) return null;
  const percent = Math.round((top.count / answered) * 100);
  const { before, bold, after } = texts.survey(top.count, answered, top.text);
  return (
    <div
      className={`flex items-start gap-3 rounded-lg border border-line bg-surface px-2.5 py-2 ${narrow ? 'flex-col gap-y-2' : 'max-sm:flex-col max-sm:gap-2'}`}
    >
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <ChartBarBig
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="mt-0.5 ms-1.5 me-1 shrink-0 text-soft"
        />
        <div className="min-w-0">
          <p dir="auto" className="wrap-anywhere">
            {before}
            <strong>{bold}</strong>
            {after}
          </p>
          <p dir="auto" className="text-sm text-soft wrap-anywhere">
            {texts.surveyQuestion(question)}
            {mean !== null && ` · ${texts.mean(formatNumber(Math.round(mean * 10) / 10))}`}
          </p>
        </div>
      </div>
      <div
        className={`flex shrink-0 items-center gap-2 self-center ${narrow ? 'w-full ps-11' : 'w-48 max-sm:w-full max-sm:ps-11'}`}
      >
        <span aria-hidden="true" className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
          <span className="block h-full bg-accent" style={{ inlineSize: `${percent}%` }} />
        </span>
        <span className="text-sm text-soft tabular-nums">{texts.percent(percent)}</span>
      </div>
    </div>
  );
}

import { Button } from '../../../ui/button.tsx';
import type { MergeConflict, Preference } from './document/merge.ts';
import { texts } from './texts.ts';
import { WordDiff } from './word-diff.tsx';

interface ConflictNoticeProps {
  conflicts: MergeConflict[];
  onResolve(preference: Preference): void;
}

/** Both texts of every place that two people changed. Nothing is saved until one is chosen. */
export const ConflictNotice = ({ conflicts, onResolve }: ConflictNoticeProps) => (
  <section role="alert" className="mb-6 rounded-lg border border-edge bg-sunken p-4">
    <p className="font-medium">{texts.conflictTitle}</p>
    <p className="mt-1 text-sm text-soft">{texts.conflictLead}</p>
    {conflicts.map(({ mine, theirs }) => (
      <div key={[...mine, ...theirs].join('\n')} className="mt-3 grid gap-3 sm:grid-cols-2">
        <div>
          <p className="mb-1 text-sm font-medium">{texts.theirText}</p>
          <p dir="auto" className={box}>
            {theirs.join('\n\n') || texts.removedText}
          </p>
        </div>
        <div>
          <p className="mb-1 text-sm font-medium">{texts.yourText}</p>
          <p dir="auto" className={box}>
            <WordDiff before={theirs.join('\n\n')} after={mine.join('\n\n')} quoted={false} />
          </p>
        </div>
      </div>
    ))}
    <div className="mt-3 flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => onResolve('mine')}>
        {texts.keepMine}
      </Button>
      <Button onClick={() => onResolve('theirs')}>{texts.keepTheirs}</Button>
      <Button onClick={() => onResolve('both')}>{texts.keepBoth}</Button>
    </div>
  </section>
);

const box =
  'max-h-60 overflow-y-auto rounded-md border border-line bg-surface px-3 py-2 text-md whitespace-pre-wrap wrap-anywhere';

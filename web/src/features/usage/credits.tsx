import type { Usage } from '../../data/usage.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { texts } from './texts.ts';

type Credit = { used: number; limit: number | null };

/** What each credit counts, in the words of a researcher. */
const meanings = (): Record<string, { name: string; meaning: string }> => ({
  projects: { name: texts.projects, meaning: texts.createdThisMonth },
  transcription_minutes: { name: texts.transcription, meaning: texts.minutesOfRecordingsThisMonth },
  ai_jobs: { name: texts.aiJobs, meaning: texts.aiJobsMeaning },
  storage_bytes: { name: texts.storage, meaning: texts.storageMeaning },
  engage_participants: { name: texts.participants, meaning: texts.peopleWhoStartedTestMonth },
});

export const Credits = ({ usage }: { usage: Usage }) => (
  <ul className="border-t border-line" aria-label={texts.credits}>
    {(Object.entries(usage.credits) as [string, Credit][]).map(([name, credit]) => (
      <CreditRow key={name} name={name} credit={credit} />
    ))}
  </ul>
);

function CreditRow({ name, credit: { used, limit } }: { name: string; credit: Credit }) {
  const { name: title, meaning } = meanings()[name] ?? { name, meaning: '' };
  const format = (value: number) => (name === 'storage_bytes' ? formatBytes(value) : formatNumber(value));
  const share = limit ? Math.min(1, used / limit) : 0;
  const nearlyUsed = limit !== null && share >= 0.9;
  return (
    <li className="border-b border-line py-2">
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
        <p>
          <span className="font-medium">{title}</span> <span className="text-sm text-soft">{meaning}</span>
        </p>
        <p className={`text-end tabular-nums ${nearlyUsed ? 'font-medium text-danger' : ''}`}>
          {format(used)}{' '}
          <span className={nearlyUsed ? '' : 'text-soft'}>
            {limit === null ? texts.used : texts.of(format(limit))}
          </span>
          {nearlyUsed && (share >= 1 ? texts.usedUp : texts.nearlyUsedUp)}
        </p>
      </div>
      {limit !== null && (
        <div aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${nearlyUsed ? 'bg-danger' : 'bg-accent'}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </li>
  );
}

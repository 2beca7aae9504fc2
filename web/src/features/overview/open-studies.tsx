import type { OpenStudy } from '../../data/overview.ts';
import { formatDueDate, formatNumber, formatRelativeTime } from '../../lib/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Part } from './part.tsx';
import { texts } from './texts.ts';

/** The studies that accept participants, with how far they are and when they end. */
export const OpenStudies = ({ studies, count }: { studies: OpenStudy[]; count: number }) =>
  studies.length > 0 && (
    <Part title={texts.studies} detail={count > studies.length && formatNumber(count)}>
      <ul className="divide-y divide-line border-y border-line">
        {studies.map((study) => (
          <Row key={study.id} study={study} />
        ))}
      </ul>
    </Part>
  );

function Row({ study }: { study: OpenStudy }) {
  const { name, completed_count, target_participants: target } = study;
  return (
    <li className="space-y-1.5 py-2.5">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-medium" dir="auto" title={name}>
          {name}
        </span>
        <span className="shrink-0 text-sm tabular-nums">
          {target ? texts.responsesOf(completed_count, target) : texts.responses(completed_count)}
        </span>
      </p>
      {target && <ProgressBar label={name} value={Math.min(100, (completed_count / target) * 100)} />}
      <p className="flex justify-between gap-4 text-sm text-soft">
        <span>{stateOf(study)}</span>
        <span>{dateOf(study)}</span>
      </p>
    </li>
  );
}

function stateOf({ status, type }: OpenStudy): string {
  if (status === 'paused') return texts.paused;
  return type === 'live_interview' ? texts.booking : texts.collecting;
}

function dateOf({ next_session_at, deadline }: OpenStudy): string {
  if (next_session_at) return texts.next(formatRelativeTime(next_session_at));
  return deadline ? texts.closes(formatDueDate(deadline)) : '';
}

import { useQuery } from '@tanstack/react-query';
import { type Usage, usageQuery } from '../../data/usage.ts';
import { formatBytes, formatCount, formatDate, formatNumber, humanize } from '../../lib/format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Section } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function UsageSection() {
  const usage = useQuery(usageQuery);
  return (
    <Section
      title="This month"
      lead={usage.data ? `Credits reset on ${formatDate(usage.data.resets_at)}.` : undefined}
    >
      {usage.isPending && <Skeleton label="Loading usage" />}
      {usage.isError && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && <Figures usage={usage.data} />}
    </Section>
  );
}

type Credit = { used: number; limit: number | null };

function Figures({ usage }: { usage: Usage }) {
  const { requests, rate_limit } = usage;
  const credits = Object.entries(usage.credits) as [string, Credit][];
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <ul className="space-y-5" aria-label="Credits">
        {credits.map(([name, credit]) => (
          <CreditBar key={name} name={name} credit={credit} />
        ))}
      </ul>
      <div>
        <p className="font-serif text-4xl tabular-nums">{formatNumber(requests.total)}</p>
        <p className="text-sm text-soft">
          API {requests.total === 1 ? 'request' : 'requests'} with your keys ·{' '}
          {formatCount(requests.client_errors + requests.server_errors, 'error')} ·{' '}
          {rate_limit.per_minute
            ? `limit ${formatNumber(rate_limit.per_minute)} per minute`
            : 'no rate limit'}
        </p>
        <DayChart days={fillMissingDays(usage)} />
      </div>
    </div>
  );
}

function CreditBar({ name, credit: { used, limit } }: { name: string; credit: Credit }) {
  const format = (value: number) => (name === 'storage_bytes' ? formatBytes(value) : formatNumber(value));
  const fraction = limit ? Math.min(1, used / limit) : 0;
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span>{name === 'storage_bytes' ? 'Storage' : name === 'ai_jobs' ? 'AI jobs' : humanize(name)}</span>
        <span className="text-soft tabular-nums">
          {format(used)} {limit === null ? 'used, no limit' : `of ${format(limit)}`}
        </span>
      </div>
      {limit !== null && (
        <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${fraction >= 0.9 ? 'bg-danger' : 'bg-accent'}`}
            style={{ width: `${fraction * 100}%` }}
          />
        </div>
      )}
    </li>
  );
}

/** Includes the days without requests, so that the chart has no gaps. */
function fillMissingDays({ period, requests }: Usage): Usage['requests']['by_day'] {
  const totals = new Map(requests.by_day.map(({ day, total }) => [day, total]));
  const days: Usage['requests']['by_day'] = [];
  for (let at = Date.parse(period.from); at <= Date.parse(period.to); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push({ day, total: totals.get(day) ?? 0 });
  }
  return days;
}

function DayChart({ days }: { days: Usage['requests']['by_day'] }) {
  if (days.length === 0) return null;
  const maximum = Math.max(1, ...days.map((day) => day.total));
  return (
    <ol className="mt-5 flex h-24 items-end gap-1" aria-label="Requests by day">
      {days.map(({ day, total }) => (
        <li
          key={day}
          title={`${formatDate(day)}: ${formatCount(total, 'request')}`}
          className={`max-w-6 flex-1 rounded-t ${total > 0 ? 'bg-accent/80' : 'bg-line'}`}
          style={{ height: `${Math.max(3, (total / maximum) * 100)}%` }}
        >
          <span className="sr-only">
            {formatDate(day)}: {formatCount(total, 'request')}
          </span>
        </li>
      ))}
    </ol>
  );
}

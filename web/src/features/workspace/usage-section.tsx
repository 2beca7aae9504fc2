import { useQuery } from '@tanstack/react-query';
import { api, get, type Usage } from '../../lib/api.ts';
import { bytes, counted, onDay, sentence } from '../../lib/words.ts';
import { Section } from '../../ui/page.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';

export function UsageSection() {
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: async () => (await get(api.GET('/v1/usage'))).data,
  });
  return (
    <Section
      title="This month"
      lead={usage.data ? `Credits begin anew on ${onDay(usage.data.resets_at)}.` : undefined}
    >
      {usage.isPending && <Waiting label="Loading usage" />}
      {usage.isError && <Failure error={usage.error} onRetry={() => void usage.refetch()} />}
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
          <Meter key={name} name={name} credit={credit} />
        ))}
      </ul>
      <div>
        <p className="font-serif text-4xl tabular-nums">{requests.total.toLocaleString('en')}</p>
        <p className="text-sm text-soft">
          API {requests.total === 1 ? 'request' : 'requests'} by your keys ·{' '}
          {counted(requests.client_errors + requests.server_errors, 'error')} ·{' '}
          {rate_limit.per_minute
            ? `${rate_limit.per_minute.toLocaleString('en')} a minute allowed`
            : 'no cap'}
        </p>
        <Days days={everyDay(usage)} />
      </div>
    </div>
  );
}

function Meter({ name, credit: { used, limit } }: { name: string; credit: Credit }) {
  const say = (value: number) => (name === 'storage_bytes' ? bytes(value) : value.toLocaleString('en'));
  const share = limit ? Math.min(1, used / limit) : 0;
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span>{name === 'storage_bytes' ? 'Storage' : name === 'ai_jobs' ? 'AI jobs' : sentence(name)}</span>
        <span className="text-soft tabular-nums">
          {say(used)} {limit === null ? 'used, no limit' : `of ${say(limit)}`}
        </span>
      </div>
      {limit !== null && (
        <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${share >= 0.9 ? 'bg-danger' : 'bg-accent'}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </li>
  );
}

/** The days without a request too: a gap is as telling as a peak. */
function everyDay({ period, requests }: Usage): Usage['requests']['by_day'] {
  const totals = new Map(requests.by_day.map(({ day, total }) => [day, total]));
  const days: Usage['requests']['by_day'] = [];
  for (let at = Date.parse(period.from); at <= Date.parse(period.to); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push({ day, total: totals.get(day) ?? 0 });
  }
  return days;
}

function Days({ days }: { days: Usage['requests']['by_day'] }) {
  if (days.length === 0) return null;
  const most = Math.max(1, ...days.map((day) => day.total));
  return (
    <ol className="mt-5 flex h-24 items-end gap-1" aria-label="Requests by day">
      {days.map(({ day, total }) => (
        <li
          key={day}
          title={`${onDay(day)}: ${counted(total, 'request')}`}
          className={`max-w-6 flex-1 rounded-t ${total > 0 ? 'bg-accent/80' : 'bg-line'}`}
          style={{ height: `${Math.max(3, (total / most) * 100)}%` }}
        >
          <span className="sr-only">
            {onDay(day)}: {counted(total, 'request')}
          </span>
        </li>
      ))}
    </ol>
  );
}

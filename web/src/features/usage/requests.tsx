import { Link } from '@tanstack/react-router';
import type { Usage } from '../../data/usage.ts';
import { axisTicks, fillMissingDays } from '../../lib/day-series.ts';
import { formatCalendarDay, formatNumber } from '../../lib/format.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { texts } from './texts.ts';

/** The requests by day and by endpoint, as a chart or as tables. Days are those of UTC. */
export function Requests({ usage, view }: { usage: Usage; view: 'chart' | 'table' }) {
  const days = fillMissingDays(usage.period, usage.requests.by_day);
  if (view === 'chart' && days.every(({ total }) => total === 0))
    return (
      <p className="rounded-lg border border-dashed border-line px-4 py-8 text-center text-soft">
        {texts.noRequestsBeforeLink}{' '}
        <Link to="/settings/api-keys" className="text-accent underline underline-offset-4">
          {texts.apiKeys}
        </Link>
        .
      </p>
    );
  if (view === 'chart')
    return (
      <BarChart
        label={texts.requestsByDay}
        bars={days.map(({ day, total }) => ({
          key: day,
          label: formatCalendarDay(day),
          description: texts.requestsOfDay(formatCalendarDay(day), total),
          value: total,
        }))}
        ticks={axisTicks(Math.max(0, ...days.map(({ total }) => total)))}
        formatTick={formatNumber}
      />
    );
  const byEndpoint = usage.requests.by_endpoint.toSorted((a, b) => b.total - a.total);
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <CountTable
        title={texts.byDayUtc}
        head={texts.day}
        rows={days.toReversed().map(({ day, total }) => ({ name: formatCalendarDay(day), total }))}
      />
      <CountTable
        title={texts.byEndpoint}
        head={texts.endpoint}
        mono
        rows={byEndpoint.map(({ endpoint, total }) => ({ name: endpoint, total }))}
      />
    </div>
  );
}

function CountTable({
  title,
  head,
  rows,
  mono = false,
}: {
  title: string;
  head: string;
  rows: { name: string; total: number }[];
  mono?: boolean;
}) {
  return (
    <table className="w-full self-start text-start">
      <caption className="pb-2 text-start font-medium">{title}</caption>
      <thead className="text-sm text-soft">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 text-start font-normal">
            {head}
          </th>
          <th scope="col" className="py-1.5 text-end font-normal">
            {texts.requests}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, total }) => (
          <tr key={name} className="h-9 border-b border-line">
            <td className={mono ? 'font-mono text-sm' : ''}>{name}</td>
            <td className={`text-end tabular-nums ${total === 0 ? 'text-soft' : ''}`}>
              {formatNumber(total)}
            </td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={2} className="py-3 text-soft">
              {texts.noRequests}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

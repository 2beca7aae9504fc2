import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Usage, usageQuery } from '../../data/usage.ts';
import { formatCount, formatDate, formatNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHead, Section } from '../../ui/page-layout.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Credits } from './credits.tsx';
import { Requests } from './requests.tsx';

const periods = [
  { value: 'month', name: 'This month' },
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
] as const;

const views = [
  { value: 'chart', name: 'Chart' },
  { value: 'table', name: 'Table' },
] as const;

export function UsagePage() {
  usePageTitle('Usage');
  const { period = 'month', view = 'chart' } = useSearch({ from: '/signed-in/settings/usage' });
  const navigate = useNavigate({ from: '/settings/usage' });
  const usage = useQuery(usageQuery(period === 'month' ? undefined : Number(period)));
  const show = (change: { period?: typeof period; view?: typeof view }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <>
      <PageHead
        title="Usage"
        lead={usage.data && `Monthly credits reset on ${formatDate(usage.data.resets_at)}.`}
      />
      {usage.isPending && <Skeleton label="Loading usage" />}
      {usage.isError && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && (
        <>
          <Section title="Credits" lead="What the whole workspace has used of its plan.">
            <Credits usage={usage.data} />
          </Section>
          <Section
            title="API requests"
            lead="Requests with your API keys. What you do in the browser is not counted."
          >
            <div className="mb-5 flex flex-wrap items-center gap-2">
              <SegmentedControl
                label="Period"
                value={period}
                onChange={(value) => show({ period: value })}
                options={periods}
              />
              <SegmentedControl
                label="View"
                value={view}
                onChange={(value) => show({ view: value })}
                options={views}
              />
            </div>
            <RequestTotals usage={usage.data} />
            <Requests usage={usage.data} view={view} />
          </Section>
        </>
      )}
    </>
  );
}

function RequestTotals({ usage: { requests, rate_limit } }: { usage: Usage }) {
  const facts = [
    formatCount(requests.client_errors, 'refused request'),
    formatCount(requests.server_errors, 'server error'),
    `${formatNumber(requests.rate_limited)} over the rate limit`,
    rate_limit.per_minute
      ? `limit ${formatNumber(rate_limit.per_minute)} per minute and key`
      : 'no rate limit',
  ];
  return (
    <div className="mb-5">
      <p>
        <span className="font-serif text-2xl tabular-nums">{formatNumber(requests.total)}</span>{' '}
        {requests.total === 1 ? 'request' : 'requests'}
      </p>
      <p className="text-sm text-soft">{facts.join(' · ')}</p>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Usage, usageQuery } from '../../data/usage.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHead, Section } from '../../ui/page-layout.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Credits } from './credits.tsx';
import { Requests } from './requests.tsx';
import { texts } from './texts.ts';

const periods = () =>
  [
    { value: 'month', name: texts.thisMonth },
    { value: '30', name: texts.last30Days },
    { value: '90', name: texts.last90Days },
  ] as const;

const views = () =>
  [
    { value: 'chart', name: texts.chart },
    { value: 'table', name: texts.table },
  ] as const;

export function UsagePage() {
  usePageTitle(texts.usage);
  const { period = 'month', view = 'chart' } = useSearch({ from: '/signed-in/settings/usage' });
  const navigate = useNavigate({ from: '/settings/usage' });
  const usage = useQuery(usageQuery(period === 'month' ? undefined : Number(period)));
  const show = (change: { period?: typeof period; view?: typeof view }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <>
      <PageHead
        title={texts.usage}
        lead={usage.data && texts.creditsReset(formatDate(usage.data.resets_at))}
      />
      {usage.isPending && <Skeleton label={texts.loadingUsage} />}
      {usage.isError && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && (
        <>
          <Section title={texts.credits} lead={texts.creditsLead}>
            <Credits usage={usage.data} />
          </Section>
          <Section title={texts.apiRequests} lead={texts.requestsLead}>
            <div className="mb-5 flex flex-wrap items-center gap-2">
              <SegmentedControl
                label={texts.period}
                value={period}
                onChange={(value) => show({ period: value })}
                options={periods()}
              />
              <SegmentedControl
                label={texts.view}
                value={view}
                onChange={(value) => show({ view: value })}
                options={views()}
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
    texts.refusedRequests(requests.client_errors),
    texts.serverErrors(requests.server_errors),
    texts.overTheRateLimit(formatNumber(requests.rate_limited)),
    rate_limit.per_minute
      ? texts.limitPerMinuteAndKey(formatNumber(rate_limit.per_minute))
      : texts.noRateLimit,
  ];
  return (
    <div className="mb-5">
      <p>
        <span className="font-serif text-2xl tabular-nums">{formatNumber(requests.total)}</span>{' '}
        {requests.total === 1 ? texts.requestUnit : texts.requestsUnit}
      </p>
      <p className="text-sm text-soft">{facts.join(' · ')}</p>
    </div>
  );
}

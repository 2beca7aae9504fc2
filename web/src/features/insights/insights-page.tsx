import { Tabs } from 'radix-ui';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageTitle, PageTools } from '../../ui/page-layout.tsx';
import { readAxes, tagAxes } from './axes.ts';
import { ExportMenu } from './export-menu.tsx';
import type { InsightsSearch, View } from './insights-search.ts';
import { Matrix } from './matrix.tsx';
import { texts } from './texts.ts';
import { useUrlState } from './use-url-state.ts';

const Coverage = lazy(() => import('./coverage.tsx').then((module) => ({ default: module.Coverage })));

const Sentiment = lazy(() => import('./sentiment.tsx').then((module) => ({ default: module.Sentiment })));

const views: readonly View[] = ['matrix', 'tags', 'sentiment', 'coverage'];

/** What another view does not know. Filters stay. */
const ofOneView = { sort: undefined, order: undefined, row: undefined, column: undefined };

export function InsightsPage({ projectId, search }: { projectId: string; search: InsightsSearch }) {
  usePageTitle(texts.title);
  const onChange = useUrlState(projectId);
  const view = views.find((known) => known === search.view) ?? 'matrix';
  const axes = view === 'tags' ? tagAxes : view === 'matrix' ? readAxes(search) : undefined;
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone not all tabs fit.
  useEffect(() => {
    tabs.current
      ?.querySelector(`[data-view=${view}]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [view]);
  return (
    <Tabs.Root
      value={view}
      onValueChange={(next) =>
        onChange({ ...ofOneView, view: next === 'matrix' ? undefined : (next as View) }, { replace: false })
      }
      className="screen-height flex flex-col"
    >
      <header className="flex flex-wrap items-center gap-x-6 border-b border-line px-4 sm:px-6">
        <div className="flex min-h-12 min-w-0 items-center gap-3 max-md:flex-1">
          <PageTitle>{texts.title}</PageTitle>
        </div>
        <Tabs.List
          ref={tabs}
          aria-label={texts.views.label}
          className="flex gap-5 overflow-x-auto max-md:order-last max-md:w-full"
        >
          {views.map((value) => (
            <Tabs.Trigger
              key={value}
              value={value}
              data-view={value}
              className="-mb-px min-h-12 border-b-2 border-transparent font-medium whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {texts.views[value]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <div className="ms-auto flex items-center gap-2 py-2">
          {axes && <ExportMenu projectId={projectId} axes={axes} search={search} />}
          <PageTools />
        </div>
      </header>
      <Tabs.Content value={view} className="flex min-h-0 flex-1 flex-col outline-none">
        {axes && <Matrix key={view} projectId={projectId} axes={axes} search={search} onChange={onChange} />}
        <Suspense>
          {view === 'sentiment' && <Sentiment projectId={projectId} search={search} onChange={onChange} />}
          {view === 'coverage' && <Coverage projectId={projectId} />}
        </Suspense>
      </Tabs.Content>
    </Tabs.Root>
  );
}

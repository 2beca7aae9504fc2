import { Link } from '@tanstack/react-router';
import type { Overview } from '../../data/overview.ts';
import { formatPercent } from '../../lib/format.ts';
import { partLink } from './part.tsx';
import { texts } from './texts.ts';

/** How much of what people said is cited or highlighted, and how many strong passages are not used yet. */
export function CoverageLine({ projectId, coverage }: { projectId: string; coverage: Overview['coverage'] }) {
  if (coverage?.passage_count === 0) return null;
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <h2 className="font-medium">{texts.coverage}</h2>
      {coverage && <Bar coverage={coverage} />}
      <Link
        to="/projects/$projectId/insights"
        params={{ projectId }}
        search={{ view: 'coverage' }}
        className={`ms-auto ${partLink}`}
      >
        {coverage && coverage.strong_unused_count > 0
          ? texts.strongUnused(coverage.strong_unused_count)
          : texts.seeCoverage}
      </Link>
    </section>
  );
}

function Bar({ coverage }: { coverage: NonNullable<Overview['coverage']> }) {
  const { passage_count, cited_count, unused_count } = coverage;
  const used = passage_count - unused_count;
  const percent = (count: number) => `${(count / passage_count) * 100}%`;
  return (
    <>
      <span
        aria-hidden="true"
        className="flex h-2 min-w-24 flex-1 overflow-hidden rounded-xs border border-line bg-sunken sm:max-w-48"
      >
        <span className="bg-accent" style={{ width: percent(cited_count) }} />
        <span className="bg-accent/50" style={{ width: percent(used - cited_count) }} />
      </span>
      <span className="text-sm text-soft">
        {texts.inUse(formatPercent(used / passage_count), passage_count)}
      </span>
    </>
  );
}

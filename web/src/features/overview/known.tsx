import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Overview, overviewQuery } from '../../data/overview.ts';
import type { Project } from '../../data/projects.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CoverageLine } from './coverage-line.tsx';
import { NewestInsights } from './newest-insights.tsx';
import { Part, partLink } from './part.tsx';
import { RecentFiles } from './recent-files.tsx';
import { texts } from './texts.ts';
import { ThemeRow } from './theme-row.tsx';

/** What is known in the project so far: themes, how much of the material is used, and the newest cards. */
export function Known({ project }: { project: Project }) {
  const { data, error, isError, refetch } = useQuery(overviewQuery(project.id));
  if (data) return <Findings project={project} overview={data} />;
  if (isError) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return <Skeleton rows={9} label={texts.loading} />;
}

function Findings({ project, overview }: { project: Project; overview: Overview }) {
  const { themes } = overview;
  return (
    <div className="space-y-7">
      <Part
        title={texts.known}
        detail={themes.length > 0 && describeThemes(overview)}
        action={
          <Link to="/projects/$projectId/board" params={{ projectId: project.id }} className={partLink}>
            {texts.board}
          </Link>
        }
      >
        {themes.length === 0 ? (
          <div className="rounded-xl border border-line bg-surface px-5 py-4">
            <p className="font-medium">{texts.nothingKnown}</p>
            <p className="mt-1 text-soft">{texts.howToKnow}</p>
          </div>
        ) : (
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
            {themes.map((theme) => (
              <ThemeRow
                key={theme.id}
                projectId={project.id}
                theme={theme}
                personCount={overview.person_count}
              />
            ))}
          </ul>
        )}
      </Part>
      {themes.length === 0 && <RecentFiles project={project} />}
      <CoverageLine projectId={project.id} coverage={overview.coverage} />
      <NewestInsights project={project} insights={overview.insights} />
      {themes.length > 0 && <RecentFiles project={project} />}
    </div>
  );
}

function describeThemes({ themes, theme_count, counted_max }: Overview): string {
  const shown = texts.themesOf(themes.length, Math.max(theme_count, themes.length));
  return counted_max === null ? shown : `${shown}, ${texts.latestOnly(counted_max)}`;
}

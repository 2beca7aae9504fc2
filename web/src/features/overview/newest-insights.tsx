import { Link } from '@tanstack/react-router';
import { useMemberNames } from '../../data/members.ts';
import type { NewestInsight } from '../../data/overview.ts';
import type { Project } from '../../data/projects.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { tagHue } from '../../ui/tag-colors.ts';
import { Part, partLink } from './part.tsx';
import { texts } from './texts.ts';

/** The newest cards that have evidence. */
export function NewestInsights({ project, insights }: { project: Project; insights: NewestInsight[] }) {
  const names = useMemberNames();
  if (insights.length === 0) return null;
  return (
    <Part
      title={texts.insights}
      action={
        <Link to="/projects/$projectId/board" params={{ projectId: project.id }} className={partLink}>
          {texts.allCards(project.card_count)}
        </Link>
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {insights.map(({ id, title, color, moment_count, person_count, created_by, updated_at }) => (
          <li
            key={id}
            className="relative flex min-h-11 flex-wrap items-center gap-x-4 py-1.5 transition-colors hover:bg-sunken/60 sm:flex-nowrap"
          >
            <span
              aria-hidden="true"
              className="size-2 shrink-0 rounded-full"
              style={{ background: `var(--tag-${tagHue(color)}-dot)` }}
            />
            <Link
              to="/projects/$projectId/board"
              params={{ projectId: project.id }}
              search={{ card: id }}
              dir="auto"
              className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0 max-sm:basis-[80%]"
            >
              {title}
            </Link>
            <span className="shrink-0 text-sm text-soft max-sm:ms-6">
              {texts.moments(moment_count)}
              {person_count > 0 && `, ${texts.people(person_count)}`}
            </span>
            <span className="shrink-0 truncate text-end text-sm text-soft max-sm:ms-auto sm:w-36" dir="auto">
              {[created_by && names.get(created_by), formatRelativeTime(updated_at)]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

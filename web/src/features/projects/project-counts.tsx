import { Link } from '@tanstack/react-router';
import type { Project } from '../../data/projects.ts';
import { formatNumber } from '../../lib/format.ts';
import { texts } from './texts.ts';

const counts = () =>
  [
    { name: texts.files, field: 'file_count', to: '/projects/$projectId/files' },
    { name: texts.tags, field: 'tag_count', to: '/projects/$projectId/tags' },
    { name: texts.notes, field: 'note_count', to: '/projects/$projectId/notes' },
    { name: texts.cards2, field: 'card_count', to: '/projects/$projectId/board' },
    { name: texts.clips, field: 'clip_count', to: '/projects/$projectId/clips' },
  ] as const;

/** What the project contains. Each number leads to the page that shows it. */
export const ProjectCounts = ({ project }: { project: Project }) => (
  <ul className="mb-8 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
    {counts().map(({ name, field, to }) => (
      <li key={name} className="min-w-0 flex-1 bg-surface last:col-span-2 sm:last:col-span-1">
        <Link
          to={to}
          params={{ projectId: project.id }}
          className="block px-4 py-3 -outline-offset-2 transition-colors hover:bg-sunken"
        >
          <span
            className={`block font-serif text-xl tabular-nums ${project[field] === 0 ? 'text-soft' : ''}`}
          >
            {formatNumber(project[field])}
          </span>
          <span className="block text-sm text-soft">{name}</span>
        </Link>
      </li>
    ))}
  </ul>
);

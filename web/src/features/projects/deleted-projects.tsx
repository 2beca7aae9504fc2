import { type Project, restorableUntil } from '../../data/projects.ts';
import { formatDate, formatRelativeTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import { useRestoreWithMessage } from './use-delete-with-undo.ts';

/** The deleted projects of the user, each until it is deleted for good. */
export function DeletedProjects({ projects }: { projects: Project[] }) {
  return (
    <ul className="border-t border-line" aria-label={texts.deletedProjects}>
      {projects.map((project) => (
        <DeletedProject key={project.id} project={project} />
      ))}
    </ul>
  );
}

function DeletedProject({ project }: { project: Project }) {
  const restore = useRestoreWithMessage();
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 sm:px-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" dir="auto">
          {project.name}
        </p>
        <p className="text-sm text-soft">
          {texts.deletedTimes(
            formatRelativeTime(project.deleted_at ?? project.updated_at),
            formatDate(restorableUntil(project)),
          )}
        </p>
      </div>
      <Button
        aria-label={texts.restore(project.name)}
        busy={restore.isPending}
        onClick={() => restore.mutate(project)}
      >
        {texts.restore2}
      </Button>
    </li>
  );
}

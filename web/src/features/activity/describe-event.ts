import type { Event } from '../../data/events.ts';

export interface Described {
  /** Before the name: "Transcribed". */
  verb: string;
  name: string | null;
  /** The page that shows it; null if it is gone or has no page. */
  path: string | null;
  projectId: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What happened, in words, and where to see it. */
export function describeEvent({ type, data }: Event): Described {
  const id = text(data.id);
  const name = text(data.name) ?? text(data.title);
  const projectId = type.startsWith('project.') ? id : text(data.project_id);
  const project = projectId && `/projects/${projectId}`;
  const at = (path: string | null) => ({ name, path, projectId });
  switch (type) {
    case 'project.created':
      return { verb: 'New project', ...at(project) };
    case 'project.updated':
      return { verb: 'Project changed', ...at(project) };
    case 'project.deleted':
      return { verb: 'Project deleted', ...at(null) };
    case 'file.transcribed':
      return { verb: 'Transcribed', ...at(project && `${project}/files/${id}`) };
    case 'tag.created':
      return { verb: 'New tag', ...at(project && `${project}/tags/${id}`) };
    case 'report.generated':
      return { verb: 'Report ready', ...at(null) };
    case 'chat.completed':
      return { verb: 'A question was answered', ...at(project) };
    case 'test.published':
      return { verb: 'Test published', ...at(project) };
    case 'test.response.submitted':
      return { verb: 'A participant answered a test', ...at(project) };
    case 'engage.session.completed':
      return { verb: 'An interview ended', ...at(project) };
  }
}

/**
 * Leaves out what happened in projects that were deleted since: its pages are gone. `existing` are known projects,
 * because restoring a project is no event.
 */
export function withoutDeletedProjects(events: Event[], existing: ReadonlySet<string>): Event[] {
  const deleted = new Set(
    events.filter(({ type }) => type === 'project.deleted').map((event) => describeEvent(event).projectId),
  );
  return events.filter((event) => {
    const { projectId } = describeEvent(event);
    const isGone = projectId !== null && deleted.has(projectId) && !existing.has(projectId);
    return !isGone || event.type === 'project.deleted';
  });
}

/** Work that ends later is news for the person who started it; other changes only for other people. */
const endings = new Set<Event['type']>([
  'file.transcribed',
  'report.generated',
  'chat.completed',
  'test.response.submitted',
  'engage.session.completed',
]);

export const isNewsFor = (userId: string, { type, data }: Event): boolean =>
  endings.has(type) || data.created_by !== userId;

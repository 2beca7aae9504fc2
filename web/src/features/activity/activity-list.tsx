import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Event, eventsQuery } from '../../data/events.ts';
import { useMe } from '../../data/me.ts';
import { useMemberNames } from '../../data/members.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Described, describeEvent, isNewsFor, withoutDeletedProjects } from './describe-event.ts';

interface ActivityListProps {
  /** Of one project, or of all. */
  projectId?: string;
  /** Leaves out what the user did. */
  newsOnly?: boolean;
  limit: number;
  /** Projects that exist. */
  existingIds?: readonly string[];
}

/** What happened last. */
export function ActivityList({ projectId, newsOnly = false, limit, existingIds = [] }: ActivityListProps) {
  const { id: userId } = useMe();
  const names = useMemberNames();
  const events = useQuery(eventsQuery(projectId));
  if (events.isPending) return <Skeleton rows={3} label="Loading activity" />;
  if (events.isError) return <ErrorNotice error={events.error} onRetry={() => void events.refetch()} />;
  const existing = new Set([...existingIds, ...(projectId === undefined ? [] : [projectId])]);
  const shown = withoutDeletedProjects(events.data, existing)
    .filter((event) => !newsOnly || isNewsFor(userId, event))
    .slice(0, limit);
  if (shown.length === 0) return <p className="py-2 text-soft">Nothing new in the last 30 days.</p>;
  return (
    <ol className="divide-y divide-line border-y border-line">
      {shown.map((event) => (
        <Row key={event.id} event={event} userId={userId} names={names} />
      ))}
    </ol>
  );
}

interface RowProps {
  event: Event;
  userId: string;
  names: ReadonlyMap<string, string>;
}

function Row({ event, userId, names }: RowProps) {
  const described = describeEvent(event);
  const by = typeof event.data.created_by === 'string' ? event.data.created_by : '';
  const person = by === userId ? 'you' : names.get(by);
  return (
    <li className="relative flex min-h-9 items-center gap-3 py-2 has-[a]:hover:bg-sunken/60">
      <p className="min-w-0 flex-1 truncate">
        <span className="text-soft">{described.verb}</span> <Subject described={described} />
      </p>
      <p className="max-w-1/2 shrink-0 truncate text-sm text-soft" dir="auto">
        {[person, formatRelativeTime(event.created_at)].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}

function Subject({ described: { name, path } }: { described: Described }) {
  const label = name ?? 'Open';
  if (!path)
    return (
      <span className="text-soft" dir="auto">
        {name}
      </span>
    );
  return (
    <Link to={path} dir="auto" className="font-medium after:absolute after:inset-0">
      {label}
    </Link>
  );
}

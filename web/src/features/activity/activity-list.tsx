import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { guideQuery, sessionQuery } from '../../data/calls.ts';
import { type Event, eventsQuery } from '../../data/events.ts';
import { useMe } from '../../data/me.ts';
import { useMemberNames } from '../../data/members.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  type Described,
  describeEvent,
  isByParticipant,
  isNewsFor,
  oneRowPerCall,
  testIdOf,
  withoutDeletedProjects,
} from './describe-event.ts';
import { texts } from './texts.ts';

interface ActivityListProps {
  /** The project whose activity is shown; undefined: all projects. */
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
  if (events.isPending) return <Skeleton rows={3} label={texts.loading} />;
  if (events.isError) return <ErrorNotice error={events.error} onRetry={() => void events.refetch()} />;
  const existing = new Set([...existingIds, ...(projectId === undefined ? [] : [projectId])]);
  const shown = oneRowPerCall(withoutDeletedProjects(events.data, existing))
    .filter((event) => !newsOnly || isNewsFor(userId, event))
    .slice(0, limit);
  if (shown.length === 0) return <p className="py-2 text-soft">{texts.nothingNew}</p>;
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
  const described = useDescribed(event);
  const by = typeof event.data.created_by === 'string' ? event.data.created_by : '';
  const person = isByParticipant(event) ? undefined : by === userId ? texts.you : names.get(by);
  return (
    <li className="relative flex min-h-9 items-center gap-3 py-2 has-[a]:hover:bg-sunken/60">
      <p className="min-w-0 flex-1 truncate">
        <Subject described={described} />
      </p>
      <p className="max-w-1/2 shrink-0 truncate text-sm text-soft" dir="auto">
        {[person, formatRelativeTime(event.created_at)].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}

/** Reads what the event does not say: the name of the study, and a recording that was saved after the call. */
function useDescribed(event: Event): Described {
  const testId = testIdOf(event);
  const { data: test } = useQuery({
    ...guideQuery(testId ?? ''),
    enabled: testId !== undefined,
    staleTime: 60_000,
  });
  const isCall = event.type === 'engage.session.completed';
  const { data: session } = useQuery({
    ...sessionQuery(event.data.id),
    enabled: isCall && event.data.recording_file_id === null,
    staleTime: 60_000,
  });
  return describeEvent(event, {
    testName: test?.name,
    recordingId: session?.recording_file_id ?? undefined,
  });
}

function Subject({ described: { verb, name, path } }: { described: Described }) {
  const sentence = name === null && path ? <PageLink path={path}>{verb}</PageLink> : verb;
  return (
    <>
      <bdi className="text-soft">{sentence}</bdi>{' '}
      {name !== null &&
        (path ? <PageLink path={path}>{name}</PageLink> : <bdi className="text-soft">{name}</bdi>)}
    </>
  );
}

const PageLink = ({ path, children }: { path: string; children: string }) => (
  <Link to={path} dir="auto" className="font-medium text-ink after:absolute after:inset-0">
    {children}
  </Link>
);

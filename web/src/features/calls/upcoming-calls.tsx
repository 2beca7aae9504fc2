import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { openCallsQuery, type Session } from '../../data/calls.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { texts } from './texts.ts';

const shownMax = 5;
/** A call that nobody entered is listed for this long after its agreed end. */
const lateMs = 3_600_000;

/** The next calls, and those that are held now. Nothing if there are none. */
export function UpcomingCalls() {
  const { data: sessions = [] } = useQuery(openCallsQuery);
  const shown = sessions
    .filter(
      ({ status, scheduled_end_at }) =>
        status !== 'scheduled' || Date.parse(scheduled_end_at ?? '') > Date.now() - lateMs,
    )
    .slice(0, shownMax);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 className="control mb-2 flex items-center font-medium">{texts.calls}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((session) => (
          <li key={session.id} className="relative flex min-h-9 items-center gap-3 py-2 hover:bg-sunken/60">
            <Link
              to="/call/$sessionId"
              params={{ sessionId: session.id }}
              dir="auto"
              className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0"
            >
              {session.participant.name ?? session.participant.email ?? texts.unnamedParticipant}
            </Link>
            <span className="shrink-0 text-sm text-soft">{describe(session)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe({ status, scheduled_start_at }: Session): string {
  if (status === 'in_progress') return texts.inTheCallNow;
  if (status === 'waiting') return texts.waitsForYou;
  return scheduled_start_at ? formatRelativeTime(scheduled_start_at) : '';
}

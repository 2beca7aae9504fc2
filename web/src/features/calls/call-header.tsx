import { Link } from '@tanstack/react-router';
import { ChevronLeft, Clock } from 'lucide-react';
import type { Session } from '../../data/calls.ts';
import type { CallView } from '../../lib/call/call.ts';
import { formatTimecode } from '../../lib/format.ts';
import { texts } from './texts.ts';
import { useNow } from './use-now.ts';

interface CallHeaderProps {
  session: Session;
  testName: string;
  name: string;
  view: CallView | undefined;
}

/** Who, which test, how long, and what time it is for the participant. */
export function CallHeader({ session, testName, name, view }: CallHeaderProps) {
  const now = useNow();
  const { timezone, started_at, project_id } = session;
  const isIn = view?.state === 'connected' || view?.state === 'reconnecting';
  const zone = timezone ?? session.participant.timezone;
  return (
    <header className="flex min-h-9 items-center gap-x-3 px-1">
      <BackLink projectId={project_id} />
      <p className="truncate text-soft max-md:hidden" dir="auto">
        {testName}
      </p>
      <span aria-hidden="true" className="text-soft max-md:hidden">
        /
      </span>
      <h1 tabIndex={-1} dir="auto" className="min-w-0 truncate font-medium outline-none">
        {name}
      </h1>
      <div className="ms-auto flex shrink-0 items-center gap-3 text-sm text-soft">
        {zone && (
          <span className="inline-flex items-center gap-1.5 max-sm:hidden">
            <Clock size={14} aria-hidden="true" />
            {timeIn(zone, now)}
          </span>
        )}
        {isIn && started_at && (
          <span role="timer" aria-label={texts.lengthOfTheCall} className="font-medium text-ink tabular-nums">
            {formatTimecode((now - Date.parse(started_at)) / 1000)}
          </span>
        )}
      </div>
    </header>
  );
}

export const BackLink = ({ projectId }: { projectId: string }) => (
  <Link
    to="/projects/$projectId"
    params={{ projectId }}
    aria-label={texts.backToTheProject}
    className="control-square inline-flex shrink-0 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink"
  >
    <ChevronLeft size={18} aria-hidden="true" />
  </Link>
);

/** "15:42 in Lisbon". A zone that this browser does not know is left out. */
function timeIn(zone: string, now: number): string {
  try {
    const time = new Date(now).toLocaleTimeString('en', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    });
    return texts.timeIn(time, (zone.split('/').at(-1) ?? zone).replaceAll('_', ' '));
  } catch {
    return '';
  }
}

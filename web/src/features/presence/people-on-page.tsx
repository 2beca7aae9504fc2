import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { pageOf, presenceQuery } from '../../data/presence.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { texts } from './texts.ts';

const shownMax = 4;

/** The initials of the others who have this page of the project open. */
export function PeopleOnPage({ projectId }: { projectId: string }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const page = pageOf(pathname);
  // What the page shows loads first.
  const isIdle = useIdle();
  const { data, isError } = useQuery({
    ...presenceQuery(projectId, page ?? ''),
    enabled: isIdle && page !== undefined,
  });
  // Who lost the access to the project sees nobody.
  if (!data || data.length === 0 || isError) return null;
  const hidden = data.slice(shownMax).map(({ name }) => name);
  return (
    <ul aria-label={texts.alsoHere} className="flex shrink-0 items-center gap-1">
      {data.slice(0, shownMax).map(({ id, name }) => (
        <li key={id} className="flex">
          <Avatar name={name} />
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.join(', ')} className="text-xs text-soft tabular-nums">
          <span aria-hidden="true">+{hidden.length}</span>
          <span className="sr-only">{texts.others(hidden.join(', '))}</span>
        </li>
      )}
    </ul>
  );
}

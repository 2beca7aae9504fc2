import { Link, Outlet } from '@tanstack/react-router';
import { texts } from './texts.ts';

const pages = () =>
  [
    { to: '/settings/account', name: texts.account },
    { to: '/settings/workspace', name: texts.workspace },
    { to: '/settings/members', name: texts.members },
    { to: '/settings/api-keys', name: texts.apiKeys },
    { to: '/settings/usage', name: texts.usage },
  ] as const;

export function SettingsLayout() {
  return (
    <div className="mx-auto max-w-6xl gap-12 px-4 py-5 sm:px-6 md:grid md:grid-cols-[10rem_minmax(0,1fr)]">
      <nav
        aria-label={texts.settings}
        className="mb-6 flex gap-0.5 overflow-x-auto border-b border-line md:mb-0 md:block md:space-y-1 md:border-0"
      >
        {pages().map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            className="-mb-px block border-b-2 border-transparent px-1.5 py-1.5 text-sm font-medium whitespace-nowrap pointer-coarse:py-3 md:px-3 md:text-base text-soft transition-colors hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink md:mb-0 md:rounded-md md:border-0 md:data-[status=active]:bg-sunken"
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}

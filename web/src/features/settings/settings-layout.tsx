import { Link, Outlet } from '@tanstack/react-router';

const pages = [
  { to: '/settings/api-keys', name: 'API keys' },
  { to: '/settings/workspace', name: 'Workspace' },
  { to: '/settings/account', name: 'Account' },
] as const;

export function SettingsLayout() {
  return (
    <div className="gap-12 md:grid md:grid-cols-[10rem_minmax(0,1fr)]">
      <nav
        aria-label="Settings"
        className="mb-8 flex gap-1 border-b border-line md:mb-0 md:block md:space-y-1 md:border-0"
      >
        {pages.map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            className="-mb-px block border-b-2 border-transparent px-3 py-2.5 text-sm font-medium whitespace-nowrap text-soft transition-colors hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink md:mb-0 md:rounded-lg md:border-0 md:data-[status=active]:bg-sunken"
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

import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { signOut, useMe } from '../lib/identity.ts';
import { Menu, MenuHeading, MenuItem, MenuLink } from '../ui/menu.tsx';

const tab =
  'rounded-lg px-3 py-2 text-sm font-medium text-soft transition-colors hover:text-ink data-[status=active]:text-ink data-[status=active]:underline data-[status=active]:decoration-accent data-[status=active]:decoration-2 data-[status=active]:underline-offset-8';

/** Around every page of someone who is signed in. */
export const Shell = () => (
  <Frame person={<Person />}>
    <Outlet />
  </Frame>
);

/** Header and main part; also for pages on which it is not known who is signed in. */
export function Frame({ person, children }: { person?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-5xl items-center gap-2 px-5 sm:gap-6">
          <Link to="/projects" className="mr-auto font-serif text-2xl tracking-tight sm:mr-4">
            Parley
          </Link>
          <nav aria-label="Main" className="flex sm:mr-auto">
            <Link to="/projects" className={tab}>
              Projects
            </Link>
            <Link to="/settings" className={tab}>
              Settings
            </Link>
            <a href="/docs" className={`${tab} hidden sm:block`}>
              API docs
            </a>
          </nav>
          {person}
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl flex-1 px-5 pt-10 pb-24 outline-none sm:pt-14"
      >
        {children}
      </main>
    </div>
  );
}

function Person() {
  const me = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut(queries);
    await navigate({ to: '/sign-in' });
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account of ${me.name}`}
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash font-serif text-lg text-accent"
        >
          {me.name.trim().charAt(0).toUpperCase() || '·'}
        </button>
      }
    >
      <MenuHeading>
        <span className="block font-medium">{me.name}</span>
        <span className="block text-soft">{me.email}</span>
      </MenuHeading>
      <MenuItem onSelect={() => void navigate({ to: '/settings/account' })}>Account</MenuItem>
      <MenuLink href="/docs">API docs</MenuLink>
      <MenuItem onSelect={() => void leave()}>Sign out</MenuItem>
    </Menu>
  );
}

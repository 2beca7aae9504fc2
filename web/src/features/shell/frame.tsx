import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const tab =
  'rounded-lg px-3 py-2 text-sm font-medium text-soft transition-colors hover:text-ink data-[status=active]:text-ink data-[status=active]:underline data-[status=active]:decoration-accent data-[status=active]:decoration-2 data-[status=active]:underline-offset-8';

/** Header and main part. Error pages use it without an account menu. */
export function Frame({ accountMenu, children }: { accountMenu?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2"
      >
        Skip to content
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
          {accountMenu}
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

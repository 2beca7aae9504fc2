import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** The navigation beside the page, or below it on a phone. Error pages use it without navigation. */
export function Frame({
  rail,
  bottomBar,
  children,
}: {
  rail?: ReactNode;
  bottomBar?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:start-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        {texts.skip}
      </a>
      {rail}
      <main
        id="main"
        tabIndex={-1}
        className={`min-w-0 flex-1 outline-none ${bottomBar || rail ? 'pb-(--bottom-area)' : ''}`}
      >
        {children}
      </main>
      {bottomBar}
    </div>
  );
}

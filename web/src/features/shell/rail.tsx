import { Link, useParams } from '@tanstack/react-router';
import { Folder, House, Inbox, Keyboard, Search, Settings } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { keyNames } from '../../lib/key-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ProjectNavigation } from './project-navigation.tsx';
import { RailLabel, railItem } from './rail-item.tsx';
import { texts } from './texts.ts';

// After the page: it reads the inbox.
const UnreadCount = lazy(async () => ({ default: (await import('../inbox/index.ts')).UnreadCount }));

/** The navigation at the start edge of the screen: icons from 768 px on, names from 1024 px on. */
export function Rail({ onSearch, onShortcuts }: { onSearch(): void; onShortcuts(): void }) {
  const { projectId } = useParams({ strict: false });
  return (
    <nav
      aria-label={texts.main}
      className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col gap-4 overflow-x-hidden overflow-y-auto border-e border-line px-3 py-3 md:flex lg:w-54"
    >
      <div className="flex flex-col items-center justify-between gap-2 lg:flex-row lg:ps-2">
        <Link to="/" className="font-serif text-lg tracking-tight">
          <span aria-hidden="true" className="lg:hidden">
            P
          </span>
          <span className="sr-only lg:not-sr-only">Parley</span>
        </Link>
        <AccountMenu />
      </div>
      <div className="flex flex-col gap-0.5">
        <button
          type="button"
          onClick={onSearch}
          aria-keyshortcuts="Control+K Meta+K"
          title={texts.search}
          className={railItem}
        >
          <RailLabel icon={Search} name={texts.search} />
          <span className="hidden lg:block">
            <Kbd>{keyNames('$mod+k')}</Kbd>
          </span>
        </button>
        <Link to="/" activeOptions={{ exact: true }} title={texts.home} className={railItem}>
          <RailLabel icon={House} name={texts.home} />
        </Link>
        <Link to="/inbox" activeOptions={{ includeSearch: false }} title={texts.inbox} className={railItem}>
          <RailLabel icon={Inbox} name={texts.inbox} />
          <Suspense>
            <UnreadCount />
          </Suspense>
        </Link>
        <Link
          to="/projects"
          activeOptions={{ exact: true, includeSearch: false }}
          title={texts.projects}
          className={railItem}
        >
          <RailLabel icon={Folder} name={texts.projects} />
        </Link>
      </div>
      {projectId && <ProjectNavigation projectId={projectId} />}
      <div className="mt-auto flex flex-col gap-0.5">
        <Link to="/settings" title={texts.settings} className={railItem}>
          <RailLabel icon={Settings} name={texts.settings} />
        </Link>
        <button
          type="button"
          onClick={onShortcuts}
          aria-keyshortcuts="?"
          title={texts.keyboardShortcuts}
          className={railItem}
        >
          <RailLabel icon={Keyboard} name={texts.keyboard} />
          <span className="hidden lg:block">
            <Kbd>?</Kbd>
          </span>
        </button>
      </div>
    </nav>
  );
}

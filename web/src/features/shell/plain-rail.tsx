import { Link } from '@tanstack/react-router';
import { Folder, House, Settings } from 'lucide-react';
import { RailLabel, railItem } from './rail-item.tsx';

/** The navigation of a page that could not load who is signed in. */
export const PlainRail = () => (
  <nav
    aria-label="Main"
    className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col gap-4 border-e border-line px-3 py-4 md:flex lg:w-54"
  >
    <Link to="/" className="text-center font-serif text-lg tracking-tight lg:ps-2 lg:text-start">
      <span aria-hidden="true" className="lg:hidden">
        P
      </span>
      <span className="sr-only lg:not-sr-only">Parley</span>
    </Link>
    <div className="flex flex-1 flex-col gap-0.5">
      <Link to="/" activeOptions={{ exact: true }} title="Home" className={railItem}>
        <RailLabel icon={House} name="Home" />
      </Link>
      <Link
        to="/projects"
        activeOptions={{ exact: true, includeSearch: false }}
        title="Projects"
        className={railItem}
      >
        <RailLabel icon={Folder} name="Projects" />
      </Link>
      <Link to="/settings" title="Settings" className={`${railItem} mt-auto`}>
        <RailLabel icon={Settings} name="Settings" />
      </Link>
    </div>
  </nav>
);

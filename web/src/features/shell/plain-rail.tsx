import { Link } from '@tanstack/react-router';
import { Folder, House, Settings } from 'lucide-react';
import { RailLabel, railItem } from './rail-item.tsx';
import { texts } from './texts.ts';

/** The navigation of a page that could not load who is signed in. */
export const PlainRail = () => (
  <nav
    aria-label={texts.main}
    className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col gap-4 border-e border-line px-3 py-4 md:flex lg:w-54"
  >
    <Link to="/" className="text-center font-serif text-lg tracking-tight lg:ps-2 lg:text-start">
      <span aria-hidden="true" className="lg:hidden">
        P
      </span>
      <span className="sr-only lg:not-sr-only">Parley</span>
    </Link>
    <div className="flex flex-1 flex-col gap-0.5">
      <Link to="/" activeOptions={{ exact: true }} title={texts.home} className={railItem}>
        <RailLabel icon={House} name={texts.home} />
      </Link>
      <Link
        to="/projects"
        activeOptions={{ exact: true, includeSearch: false }}
        title={texts.projects}
        className={railItem}
      >
        <RailLabel icon={Folder} name={texts.projects} />
      </Link>
      <Link to="/settings" title={texts.settings} className={`${railItem} mt-auto`}>
        <RailLabel icon={Settings} name={texts.settings} />
      </Link>
    </div>
  </nav>
);

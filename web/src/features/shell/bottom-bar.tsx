import { Link, useParams } from '@tanstack/react-router';
import { Folder, House, Menu as MenuIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { isOverview, projectSections, sectionName } from './sections.ts';
import { texts } from './texts.ts';

const MoreSheet = lateDialog(async () => (await import('./more-sheet.tsx')).MoreSheet);

const item =
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-soft data-[status=active]:font-medium data-[status=active]:text-ink';
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The pages of a project that are used most. */
const frequent = projectSections.filter(({ id }) => ['overview', 'files', 'board'].includes(id));

/** The navigation of a phone: the most used pages of the project that is open. The others are in a sheet. */
export function BottomBar() {
  const { projectId } = useParams({ strict: false });
  const [open, setOpen] = useState(false);
  return (
    <nav
      aria-label={texts.main}
      className="fixed inset-x-0 bottom-0 z-20 flex h-[calc(3.5rem+env(safe-area-inset-bottom))] border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {projectId ? (
        frequent.map(({ id, to, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            params={{ projectId }}
            activeOptions={{ exact: isOverview(to), includeSearch: false }}
            className={item}
          >
            <Icon {...icon} /> {sectionName({ id })}
          </Link>
        ))
      ) : (
        <>
          <Link to="/" activeOptions={{ exact: true }} className={item}>
            <House {...icon} /> {texts.home}
          </Link>
          <Link to="/projects" activeOptions={{ includeSearch: false }} className={item}>
            <Folder {...icon} /> {texts.projects}
          </Link>
        </>
      )}
      <Link to="/search" className={item}>
        <Search {...icon} /> {texts.search}
      </Link>
      <button
        type="button"
        className={item}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon {...icon} /> {texts.more}
      </button>
      <MoreSheet open={open} onClose={() => setOpen(false)} />
    </nav>
  );
}

import { Link } from '@tanstack/react-router';
import { Folder, House, Menu as MenuIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { lateDialog } from '../../ui/late-dialog.tsx';

const MoreSheet = lateDialog(async () => (await import('./more-sheet.tsx')).MoreSheet);

const item =
  'flex flex-1 flex-col items-center justify-center gap-0.5 text-xs text-soft data-[status=active]:font-medium data-[status=active]:text-ink';

/** The navigation of a phone. The pages of the project and the settings are in a sheet. */
export function BottomBar() {
  const [open, setOpen] = useState(false);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 flex h-[calc(3.5rem+env(safe-area-inset-bottom))] border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Link to="/" activeOptions={{ exact: true }} className={item}>
        <House size={20} strokeWidth={1.75} aria-hidden="true" /> Home
      </Link>
      <Link to="/projects" activeOptions={{ includeSearch: false }} className={item}>
        <Folder size={20} strokeWidth={1.75} aria-hidden="true" /> Projects
      </Link>
      <Link to="/search" className={item}>
        <Search size={20} strokeWidth={1.75} aria-hidden="true" /> Search
      </Link>
      <button
        type="button"
        className={item}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon size={20} strokeWidth={1.75} aria-hidden="true" /> More
      </button>
      <MoreSheet open={open} onClose={() => setOpen(false)} />
    </nav>
  );
}

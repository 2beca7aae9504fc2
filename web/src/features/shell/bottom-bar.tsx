import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Folder, House, Menu as MenuIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../data/me.ts';
import { projectQuery } from '../../data/projects.ts';
import { useSignOut } from '../../data/sign-in.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { projectSections } from './sections.ts';
import { ThemeChoice } from './theme-choice.tsx';

const item =
  'flex flex-1 flex-col items-center justify-center gap-0.5 text-xs text-soft data-[status=active]:font-medium data-[status=active]:text-ink';

/** The navigation of a phone. The pages of the project and the settings are in a sheet. */
export function BottomBar() {
  const [open, setOpen] = useState(false);
  const { projectId = '' } = useParams({ strict: false });
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' });
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
      <Sheet open={open} onClose={() => setOpen(false)} title={project?.name ?? 'Go to'}>
        <MoreLinks onNavigate={() => setOpen(false)} />
      </Sheet>
    </nav>
  );
}

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-start font-medium data-[status=active]:bg-sunken';

function MoreLinks({ onNavigate }: { onNavigate(): void }) {
  const { projectId } = useParams({ strict: false });
  const me = useMe();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const handleSignOut = async () => {
    onNavigate();
    await signOut();
    await navigate({ to: '/sign-in' });
  };
  return (
    <div className="flex flex-col">
      {projectId &&
        projectSections.map(({ to, name, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            params={{ projectId }}
            activeOptions={{ exact: to === '/projects/$projectId', includeSearch: false }}
            onClick={onNavigate}
            className={row}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-soft" />
            {name === 'Settings' ? 'Project settings' : name}
          </Link>
        ))}
      {projectId && <hr className="my-2 border-line" />}
      <Link to="/settings" onClick={onNavigate} className={row}>
        Settings
      </Link>
      <a href="/docs" className={row}>
        API docs
      </a>
      <button type="button" onClick={() => void handleSignOut()} className={row}>
        Sign out
        <span className="truncate font-normal text-soft">{me.email}</span>
      </button>
      <div className="flex items-center justify-between gap-3 px-2 pt-3">
        <span className="font-medium">Theme</span>
        <ThemeChoice />
      </div>
    </div>
  );
}

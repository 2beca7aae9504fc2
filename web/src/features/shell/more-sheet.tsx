import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BookOpen, Folder, House, Inbox, LogOut, Settings } from 'lucide-react';
import { useMe } from '../../data/me.ts';
import { projectQuery } from '../../data/projects.ts';
import { signOut } from '../../data/sign-in.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { LanguageChoice } from '../language/index.ts';
import { ThemeChoice } from '../theme/index.ts';
import { isOverview, projectSections, sectionName } from './sections.ts';
import { texts } from './texts.ts';

/** The pages of the project, the settings and the account, on a phone. */
export function MoreSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { projectId = '' } = useParams({ strict: false });
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' });
  return (
    <Sheet open={open} onClose={onClose} title={project?.name ?? texts.goTo}>
      <MoreLinks onNavigate={onClose} />
    </Sheet>
  );
}

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-start font-medium data-[status=active]:bg-sunken';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0 text-soft' } as const;

function MoreLinks({ onNavigate }: { onNavigate(): void }) {
  const { projectId } = useParams({ strict: false });
  const me = useMe();
  const handleSignOut = async () => {
    onNavigate();
    await signOut();
  };
  return (
    <div className="flex flex-col">
      {projectId &&
        projectSections.map(({ id, to, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            params={{ projectId }}
            activeOptions={{ exact: isOverview(to), includeSearch: false }}
            onClick={onNavigate}
            className={row}
          >
            <Icon {...icon} />
            {sectionName({ id })}
          </Link>
        ))}
      {projectId && (
        <>
          <hr className="my-2 border-line" />
          <Link to="/" onClick={onNavigate} className={row}>
            <House {...icon} /> {texts.home}
          </Link>
          <Link to="/projects" onClick={onNavigate} activeOptions={{ exact: true }} className={row}>
            <Folder {...icon} /> {texts.allProjects}
          </Link>
        </>
      )}
      <Link to="/inbox" onClick={onNavigate} className={row}>
        <Inbox {...icon} /> {texts.inbox}
      </Link>
      <Link to="/settings" onClick={onNavigate} className={row}>
        <Settings {...icon} /> {texts.settings}
      </Link>
      <a href="/docs" className={row}>
        <BookOpen {...icon} /> {texts.apiDocs}
      </a>
      <button type="button" onClick={() => void handleSignOut()} className={row}>
        <LogOut {...icon} /> {texts.signOut}
        <span className="truncate font-normal text-soft">{me.email}</span>
      </button>
      <div className="flex items-center justify-between gap-3 px-2 pt-3">
        <span className="font-medium">{texts.theme}</span>
        <ThemeChoice />
      </div>
      <div className="flex items-center justify-between gap-3 px-2 pt-3">
        <span className="font-medium">{texts.language}</span>
        <LanguageChoice />
      </div>
    </div>
  );
}

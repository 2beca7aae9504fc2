import { useNavigate, useParams } from '@tanstack/react-router';
import {
  ArchiveRestore,
  CircleUser,
  CodeXml,
  FileVideo,
  Folder,
  FolderPlus,
  House,
  Keyboard,
  KeyRound,
  LogOut,
  Moon,
  Sun,
  SunMoon,
  UserPlus,
  Users,
  Zap,
} from 'lucide-react';
import { canWrite, useMe } from '../../data/me.ts';
import { useSignOut } from '../../data/sign-in.ts';
import { openLayer } from '../../lib/open-layer.ts';
import { useRecents } from '../../lib/recents.ts';
import { useShortcutList } from '../../lib/shortcuts.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import type { Entry } from './entries.ts';

/** Shortcuts of these groups have entries of their own. */
const ownGroups = new Set(['Everywhere', 'This project']);

/** Without typed text (`brief`), the palette lists what people need most. */
export function useEntries(brief: boolean): { recent: Entry[]; go: Entry[]; actions: Entry[] } {
  const me = useMe();
  const { projectId, fileId } = useParams({ strict: false });
  const navigate = useNavigate();
  const signOut = useSignOut();
  const theme = useTheme();
  const shortcuts = useShortcutList();
  const recents = useRecents(me.id);

  const recent = recents
    .filter(({ id }) => id !== fileId && id !== projectId)
    .slice(0, brief ? 5 : 30)
    .map(({ type, id, projectId: inProject, name }): Entry => {
      const project = recents.find((other) => other.id === inProject);
      return {
        id: `recent ${id}`,
        label: name,
        icon: type === 'file' ? FileVideo : Folder,
        ...(type === 'file' && project ? { detail: project.name } : {}),
        run: () =>
          type === 'file'
            ? navigate({
                to: '/projects/$projectId/files/$fileId',
                params: { projectId: inProject, fileId: id },
              })
            : navigate({ to: '/projects/$projectId', params: { projectId: id } }),
      };
    });

  const sections = shortcuts
    .filter(({ group }) => group === 'This project')
    .map(
      ({ label, keys, run }): Entry => ({
        id: label,
        label: label.replace(/^Go to /, '').replace(/^./, (letter) => letter.toUpperCase()),
        detail: 'This project',
        icon: Folder,
        keys: [keys].flat()[0] ?? '',
        run: () => run(new KeyboardEvent('keydown')),
      }),
    );

  const go: Entry[] = [
    ...sections,
    { id: 'home', label: 'Home', icon: House, keys: 'g h', run: () => navigate({ to: '/' }) },
    {
      id: 'projects',
      label: 'Projects',
      icon: Folder,
      keys: 'g p',
      run: () => navigate({ to: '/projects' }),
    },
    {
      id: 'deleted-projects',
      label: 'Deleted projects',
      words: 'restore trash undo',
      icon: ArchiveRestore,
      run: () => navigate({ to: '/projects', search: { status: 'deleted' } }),
    },
    {
      id: 'account',
      label: 'Account',
      words: 'settings password name',
      icon: CircleUser,
      run: () => navigate({ to: '/settings/account' }),
    },
    {
      id: 'members',
      label: 'Members',
      words: 'settings people workspace invite',
      icon: Users,
      run: () => navigate({ to: '/settings/members' }),
    },
    {
      id: 'api-keys',
      label: 'API keys',
      words: 'settings',
      icon: KeyRound,
      run: () => navigate({ to: '/settings/api-keys' }),
    },
    {
      id: 'docs',
      label: 'API docs',
      words: 'reference openapi',
      icon: CodeXml,
      run: () => window.location.assign('/docs'),
    },
  ];

  const pageActions = shortcuts
    .filter(({ group }) => !ownGroups.has(group))
    .map(
      ({ label, keys, run, group }): Entry => ({
        id: `${group} ${label}`,
        label,
        words: group,
        icon: Zap,
        keys: [keys].flat()[0] ?? '',
        run: () => run(new KeyboardEvent('keydown')),
      }),
    );
  const actions: Entry[] = [
    ...(canWrite(me)
      ? [
          {
            id: 'new-project',
            label: 'New project',
            words: 'create add',
            icon: FolderPlus,
            run: () => navigate({ to: '/projects', search: { new: true } }),
          },
        ]
      : []),
    ...(me.role === 'owner' || me.role === 'admin'
      ? [
          {
            id: 'invite',
            label: 'Invite a colleague',
            words: 'member add',
            icon: UserPlus,
            run: () => navigate({ to: '/settings/members' }),
          },
        ]
      : []),
    ...(theme === 'dark'
      ? []
      : [
          { id: 'dark', label: 'Use the dark theme', words: 'mode', icon: Moon, run: () => setTheme('dark') },
        ]),
    ...(theme === 'light'
      ? []
      : [
          {
            id: 'light',
            label: 'Use the light theme',
            words: 'mode',
            icon: Sun,
            run: () => setTheme('light'),
          },
        ]),
    ...(theme === 'system'
      ? []
      : [
          {
            id: 'system',
            label: 'Use the theme of the system',
            words: 'mode',
            icon: SunMoon,
            run: () => setTheme('system'),
          },
        ]),
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      words: 'keys help',
      icon: Keyboard,
      keys: '?',
      run: () => openLayer('shortcuts'),
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      words: 'log out',
      icon: LogOut,
      run: async () => {
        await signOut();
        await navigate({ to: '/sign-in' });
      },
    },
  ];
  return brief
    ? { recent, go: go.slice(0, 8), actions: actions.slice(0, 4) }
    : { recent, go, actions: [...pageActions, ...actions] };
}

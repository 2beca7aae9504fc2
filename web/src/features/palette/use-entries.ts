import { useNavigate, useParams } from '@tanstack/react-router';
import {
  ArchiveRestore,
  CircleUser,
  CodeXml,
  FileVideo,
  Folder,
  FolderPlus,
  House,
  Inbox,
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
import { signOut } from '../../data/sign-in.ts';
import { openLayer } from '../../lib/open-layer.ts';
import { useRecents } from '../../lib/recents.ts';
import { useShortcutList } from '../../lib/shortcuts.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { texts as ui } from '../../ui/texts.ts';
import type { Entry } from './entries.ts';
import { texts } from './texts.ts';

/** Whether the shortcuts of a group have entries of their own. */
const hasOwnEntries = (group: string) => Object.values(ui.shortcutGroups).includes(group);

/** Without typed text (`brief`), the palette lists what people need most. */
export function useEntries(brief: boolean): { recent: Entry[]; go: Entry[]; actions: Entry[] } {
  const me = useMe();
  const { projectId, fileId } = useParams({ strict: false });
  const navigate = useNavigate();
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
    .filter(({ group }) => group === ui.shortcutGroups.thisProject)
    .map(
      ({ label, keys, run }): Entry => ({
        id: label,
        label: label.replace(/^Go to /, '').replace(/^./, (letter) => letter.toUpperCase()),
        detail: ui.shortcutGroups.thisProject,
        icon: Folder,
        keys: [keys].flat()[0] ?? '',
        run: () => run(new KeyboardEvent('keydown')),
      }),
    );

  const go: Entry[] = [
    ...sections,
    { id: 'home', label: texts.home, icon: House, keys: 'g h', run: () => navigate({ to: '/' }) },
    { id: 'inbox', label: texts.inbox, icon: Inbox, keys: 'g i', run: () => navigate({ to: '/inbox' }) },
    {
      id: 'projects',
      label: texts.projects,
      icon: Folder,
      keys: 'g p',
      run: () => navigate({ to: '/projects' }),
    },
    {
      id: 'deleted-projects',
      label: texts.deletedProjects,
      words: texts.deletedProjectsWords,
      icon: ArchiveRestore,
      run: () => navigate({ to: '/projects', search: { status: 'deleted' } }),
    },
    {
      id: 'account',
      label: texts.account,
      words: texts.accountWords,
      icon: CircleUser,
      run: () => navigate({ to: '/settings/account' }),
    },
    {
      id: 'members',
      label: texts.members,
      words: texts.membersWords,
      icon: Users,
      run: () => navigate({ to: '/settings/members' }),
    },
    {
      id: 'api-keys',
      label: texts.apiKeys,
      words: 'settings',
      icon: KeyRound,
      run: () => navigate({ to: '/settings/api-keys' }),
    },
    {
      id: 'docs',
      label: texts.apiDocs,
      words: texts.apiDocsWords,
      icon: CodeXml,
      run: () => window.location.assign('/docs'),
    },
  ];

  const pageActions = shortcuts
    .filter(({ group }) => !hasOwnEntries(group))
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
            label: texts.newProject,
            words: texts.newProjectWords,
            icon: FolderPlus,
            run: () => navigate({ to: '/projects', search: { new: true } }),
          },
        ]
      : []),
    ...(me.role === 'owner' || me.role === 'admin'
      ? [
          {
            id: 'invite',
            label: texts.inviteAColleague,
            words: texts.inviteWords,
            icon: UserPlus,
            run: () => navigate({ to: '/settings/members' }),
          },
        ]
      : []),
    ...(theme === 'dark'
      ? []
      : [
          {
            id: 'dark',
            label: texts.useTheDarkTheme,
            words: 'mode',
            icon: Moon,
            run: () => setTheme('dark'),
          },
        ]),
    ...(theme === 'light'
      ? []
      : [
          {
            id: 'light',
            label: texts.useTheLightTheme,
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
            label: texts.useThemeSystem,
            words: 'mode',
            icon: SunMoon,
            run: () => setTheme('system'),
          },
        ]),
    {
      id: 'shortcuts',
      label: texts.showKeyboardShortcuts,
      words: texts.keyboardWords,
      icon: Keyboard,
      keys: '?',
      run: () => openLayer('shortcuts'),
    },
    {
      id: 'sign-out',
      label: texts.signOut,
      words: texts.signOutWords,
      icon: LogOut,
      run: signOut,
    },
  ];
  return brief
    ? { recent, go: go.slice(0, 8), actions: actions.slice(0, 4) }
    : { recent, go, actions: [...pageActions, ...actions] };
}

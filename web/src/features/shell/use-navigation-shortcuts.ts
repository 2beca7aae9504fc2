import { useNavigate, useParams } from '@tanstack/react-router';
import { openLayer } from '../../lib/open-layer.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { texts as ui } from '../../ui/texts.ts';
import { projectSections, sectionName } from './sections.ts';
import { texts } from './texts.ts';

/** The keys that work on every page. */
export function useNavigationShortcuts(): void {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  useShortcuts([
    {
      keys: '$mod+k',
      label: texts.shortcuts.searchAndCommands,
      group: ui.shortcutGroups.everywhere,
      whileTyping: true,
      run: () => openLayer('palette'),
    },
    {
      keys: '?',
      label: texts.keyboardShortcuts,
      group: ui.shortcutGroups.everywhere,
      run: () => openLayer('shortcuts'),
    },
    {
      keys: 'g h',
      label: texts.shortcuts.goToHome,
      group: ui.shortcutGroups.everywhere,
      run: () => navigate({ to: '/' }),
    },
    {
      keys: 'g i',
      label: texts.shortcuts.goToInbox,
      group: ui.shortcutGroups.everywhere,
      run: () => navigate({ to: '/inbox' }),
    },
    {
      keys: 'g p',
      label: texts.shortcuts.goToProjects,
      group: ui.shortcutGroups.everywhere,
      run: () => navigate({ to: '/projects' }),
    },
    {
      keys: 'g s',
      label: texts.shortcuts.goToSearch,
      group: ui.shortcutGroups.everywhere,
      run: () => navigate({ to: '/search' }),
    },
    ...(projectId
      ? projectSections.map((section) => ({
          keys: `g ${section.key}`,
          label: texts.shortcuts.goToSection(sectionName(section)),
          group: ui.shortcutGroups.thisProject,
          run: () => void navigate({ to: section.to, params: { projectId } }),
        }))
      : []),
  ]);
}

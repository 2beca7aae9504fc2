import { useNavigate, useParams } from '@tanstack/react-router';
import { openLayer } from '../../lib/open-layer.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { projectSections } from './sections.ts';

/** The keys that work on every page. */
export function useNavigationShortcuts(): void {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  useShortcuts([
    {
      keys: '$mod+k',
      label: 'Search and commands',
      group: 'Everywhere',
      whileTyping: true,
      run: () => openLayer('palette'),
    },
    { keys: '?', label: 'Keyboard shortcuts', group: 'Everywhere', run: () => openLayer('shortcuts') },
    { keys: 'g h', label: 'Go to home', group: 'Everywhere', run: () => navigate({ to: '/' }) },
    { keys: 'g p', label: 'Go to projects', group: 'Everywhere', run: () => navigate({ to: '/projects' }) },
    { keys: 'g s', label: 'Go to search', group: 'Everywhere', run: () => navigate({ to: '/search' }) },
    ...(projectId
      ? projectSections.map(({ to, name, key }) => ({
          keys: `g ${key}`,
          label: `Go to ${name === 'Settings' ? 'project settings' : name.toLowerCase()}`,
          group: 'This project',
          run: () => void navigate({ to, params: { projectId } }),
        }))
      : []),
  ]);
}

import {
  FileVideo,
  LayoutDashboard,
  type LucideIcon,
  Scissors,
  Settings2,
  SquareKanban,
  StickyNote,
  Tag,
} from 'lucide-react';

interface Section {
  to: `/projects/$projectId${string}`;
  name: string;
  icon: LucideIcon;
  /** The field of the project that counts what the page shows. */
  count: 'file_count' | 'tag_count' | 'note_count' | 'card_count' | 'clip_count' | null;
  /** The second key of the shortcut that opens it, after G. */
  key: string;
}

/** The pages of a project, in the order of the navigation. */
export const projectSections = [
  { to: '/projects/$projectId', name: 'Overview', icon: LayoutDashboard, count: null, key: 'o' },
  { to: '/projects/$projectId/files', name: 'Files', icon: FileVideo, count: 'file_count', key: 'f' },
  { to: '/projects/$projectId/tags', name: 'Tags', icon: Tag, count: 'tag_count', key: 't' },
  { to: '/projects/$projectId/notes', name: 'Notes', icon: StickyNote, count: 'note_count', key: 'n' },
  { to: '/projects/$projectId/board', name: 'Board', icon: SquareKanban, count: 'card_count', key: 'b' },
  { to: '/projects/$projectId/clips', name: 'Clips', icon: Scissors, count: 'clip_count', key: 'c' },
  { to: '/projects/$projectId/settings', name: 'Settings', icon: Settings2, count: null, key: 'e' },
] as const satisfies readonly Section[];

/** The address of the overview is the beginning of the others, so only the exact address is active. */
export const isOverview = (to: Section['to']): boolean => to === '/projects/$projectId';

import {
  FileText,
  FileVideo,
  Grid3x3,
  Highlighter,
  LayoutDashboard,
  type LucideIcon,
  MessageCircleQuestionMark,
  Scissors,
  Settings2,
  SquareKanban,
  StickyNote,
  Tag,
} from 'lucide-react';
import { texts } from './texts.ts';

interface Section {
  id: keyof typeof texts.sections;
  to: `/projects/$projectId${string}`;
  icon: LucideIcon;
  /** The field of the project that counts what the page shows. */
  count: 'file_count' | 'tag_count' | 'note_count' | 'card_count' | 'clip_count' | 'report_count' | null;
  /** The second key of the shortcut that opens it, after G. */
  key: string;
}

/** The pages of a project, in the order of the navigation. */
export const projectSections = [
  { id: 'overview', to: '/projects/$projectId', icon: LayoutDashboard, count: null, key: 'o' },
  { id: 'files', to: '/projects/$projectId/files', icon: FileVideo, count: 'file_count', key: 'f' },
  { id: 'highlights', to: '/projects/$projectId/highlights', icon: Highlighter, count: null, key: 'l' },
  { id: 'tags', to: '/projects/$projectId/tags', icon: Tag, count: 'tag_count', key: 't' },
  { id: 'notes', to: '/projects/$projectId/notes', icon: StickyNote, count: 'note_count', key: 'n' },
  { id: 'board', to: '/projects/$projectId/board', icon: SquareKanban, count: 'card_count', key: 'b' },
  { id: 'clips', to: '/projects/$projectId/clips', icon: Scissors, count: 'clip_count', key: 'c' },
  { id: 'ask', to: '/projects/$projectId/ask', icon: MessageCircleQuestionMark, count: null, key: 'a' },
  { id: 'insights', to: '/projects/$projectId/insights', icon: Grid3x3, count: null, key: 'm' },
  { id: 'reports', to: '/projects/$projectId/reports', icon: FileText, count: 'report_count', key: 'r' },
  { id: 'settings', to: '/projects/$projectId/settings', icon: Settings2, count: null, key: 'e' },
] as const satisfies readonly Section[];

export const sectionName = ({ id }: Pick<Section, 'id'>): string => texts.sections[id];

/** The address of the overview is the beginning of the others, so only the exact address is active. */
export const isOverview = (to: Section['to']): boolean => to === '/projects/$projectId';

import {
  ChartColumn,
  FileVideo,
  Folder,
  type LucideIcon,
  MessageSquareText,
  Reply,
  Scissors,
  Search,
  SquareKanban,
  StickyNote,
  Tag,
  TextQuote,
  User,
} from 'lucide-react';
import type { HitType } from '../../data/search.ts';

export const hitIcons: Record<HitType | 'search', LucideIcon> = {
  segment: TextQuote,
  note: StickyNote,
  card: SquareKanban,
  report: ChartColumn,
  response: Reply,
  project: Folder,
  file: FileVideo,
  tag: Tag,
  clip: Scissors,
  test: MessageSquareText,
  participant: User,
  search: Search,
};

export const hitNames: Record<HitType, string> = {
  segment: 'Transcript',
  note: 'Note',
  card: 'Card',
  report: 'Report',
  response: 'Response',
  project: 'Project',
  file: 'File',
  tag: 'Tag',
  clip: 'Clip',
  test: 'Test',
  participant: 'Person',
};

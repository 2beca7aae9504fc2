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
import { texts } from './texts.ts';

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

export const hitNames = (): Record<HitType, string> => ({
  segment: texts.transcript,
  note: texts.note,
  card: texts.card,
  report: texts.report,
  response: texts.response,
  project: texts.project,
  file: texts.file,
  tag: texts.tag,
  clip: texts.clip,
  test: texts.test,
  participant: texts.person,
});

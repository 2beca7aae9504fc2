import type { InboxItem } from '../../data/inbox.ts';
import { formatDate } from '../../lib/format.ts';
import { texts } from './texts.ts';

export interface DayGroup {
  name: string;
  items: InboxItem[];
}

/** Rows under the day on which they happened last, in the time zone of the browser. */
export function groupByDay(items: InboxItem[], now = new Date()): DayGroup[] {
  const today = now.toDateString();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString();
  const groups = new Map<string, InboxItem[]>();
  for (const item of items) {
    const day = new Date(item.updated_at).toDateString();
    groups.set(day, [...(groups.get(day) ?? []), item]);
  }
  return [...groups].map(([day, ofDay]) => ({
    name:
      day === today
        ? texts.today
        : day === yesterday
          ? texts.yesterday
          : formatDate(ofDay[0]?.updated_at ?? ''),
    items: ofDay,
  }));
}

/** The state of the board's view, in its URL. */
export interface BoardSearch {
  /** The card that is open. */
  card?: string;
  /** A comment of this card, which it shows. */
  comment?: string;
  q?: string;
  tag?: string;
  assignee?: string;
  due?: DueFilter;
}

export const dueFilters = ['overdue', 'week', 'none'] as const;
export type DueFilter = (typeof dueFilters)[number];

const text = (value: unknown) => (typeof value === 'string' && value ? value.slice(0, 200) : undefined);

/** Ignores what a URL can’t mean. */
export function readBoardSearch(search: Record<string, unknown>): BoardSearch {
  const due = dueFilters.find((filter) => filter === search.due);
  return Object.fromEntries(
    Object.entries({
      card: text(search.card),
      comment: text(search.comment),
      // The router reads digits as a number.
      q: text(typeof search.q === 'number' ? String(search.q) : search.q),
      tag: text(search.tag),
      assignee: text(search.assignee),
      due,
    }).filter(([, value]) => value !== undefined),
  );
}

export const isFiltered = ({ q, tag, assignee, due }: BoardSearch) => Boolean(q || tag || assignee || due);

const keys = ['q', 'tag', 'person', 'file', 'sentiment', 'by', 'group', 'sort'] as const;

/** The state of the page, in its URL. `by` is the id of a member, or `ai`. What the page does not know is ignored there. */
export type HighlightsSearch = Partial<Record<(typeof keys)[number], string>>;

// The router reads digits as a number.
export const readHighlightsSearch = (search: Record<string, unknown>): HighlightsSearch =>
  Object.fromEntries(keys.flatMap((key) => (search[key] ? [[key, String(search[key]).slice(0, 200)]] : [])));

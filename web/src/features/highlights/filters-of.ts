import type { HighlightFilters, HighlightSort } from '../../data/highlights.ts';
import type { HighlightsSearch } from './highlights-search.ts';

export const groupings = ['tag', 'person', 'file', 'sentiment', 'none'] as const;
export type Grouping = (typeof groupings)[number];
export const sentiments = ['positive', 'neutral', 'negative', 'none'] as const;

export const groupingOf = ({ group }: HighlightsSearch): Grouping =>
  groupings.find((one) => one === group) ?? 'tag';

export const filtersOf = ({ q, tag, person, file, sentiment, by }: HighlightsSearch): HighlightFilters => ({
  q,
  tag_id: tag,
  person_id: person,
  file_id: file,
  sentiment: sentiments.find((one) => one === sentiment),
  ...(by === 'ai' ? { source: 'ai' as const } : { created_by: by }),
});

export const sortOf = ({ sort }: HighlightsSearch): HighlightSort =>
  sort === 'created_at' ? sort : '-created_at';

export const isFiltered = ({ q, tag, person, file, sentiment, by }: HighlightsSearch): boolean =>
  Boolean(q || tag || person || file || sentiment || by);

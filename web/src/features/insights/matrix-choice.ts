import type { MatrixChoice } from '../../data/insights.ts';
import type { Axes } from './axes.ts';
import type { InsightsSearch } from './insights-search.ts';

/** What the API is asked for. Filters by file and tag do not apply to answers. */
export const choiceOf = ({ test, tags, files }: InsightsSearch, { who, what }: Axes): MatrixChoice => ({
  rows: who,
  columns: what,
  ...(test === undefined ? {} : { test_id: test }),
  ...(what === 'question' || tags === undefined ? {} : { tag_ids: tags }),
  ...(what === 'question' || files === undefined ? {} : { file_ids: files }),
});

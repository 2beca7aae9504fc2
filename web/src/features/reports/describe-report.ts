import type { ListedReport } from '../../data/report-list.ts';
import { texts } from './texts.ts';

type Described = Pick<ListedReport, 'status' | 'prompt' | 'created_by' | 'summary'>;

export const stateOf = ({
  status,
  prompt,
}: Pick<Described, 'status' | 'prompt'>): keyof typeof texts.states =>
  status === 'ready' ? 'generated' : prompt === null ? 'byHand' : 'edited';

/** Who made the report: the model on its own, or a person. */
export const authorOf = (
  { created_by }: Pick<Described, 'created_by'>,
  names: ReadonlyMap<string, string>,
): string =>
  created_by === null
    ? texts.automatic
    : (names.get(created_by) ?? (names.size > 0 ? texts.formerMember : ''));

/** The beginning of the summary without Markdown, or else the question. */
export const plainSummary = ({ summary, prompt }: Pick<Described, 'summary' | 'prompt'>): string =>
  summary
    .slice(0, 400)
    .replace(/\[cit_\d+\]/g, '')
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim() ||
  (prompt ?? '');

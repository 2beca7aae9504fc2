import { escapeMarkdown } from '../../../../evidence/markdown/index.ts';
import type { RelatedRecord } from '../../answer.ts';
import type { Phrases } from '../../phrases.ts';

const recordsShown = 3;
const recordCoverageMin = 0.5;

/** Notes and other records are named, not quoted: quotations are words of participants. */
export function relatedRecords(records: RelatedRecord[], phrases: Phrases): string[] {
  const shown = records.filter(({ coverage }) => coverage >= recordCoverageMin).slice(0, recordsShown);
  if (shown.length === 0) return [];
  const lines = shown.map(({ type, title, text }) => {
    // The beginning of a report says nothing about the part that matched.
    const start = type === 'report' ? '' : text.replace(/\s+/g, ' ').trim();
    const said = start.length > 160 ? `${start.slice(0, 160).replace(/(?<!\s)\s+\S*$/, '')}…` : start;
    const name = title?.trim() ? `*${escapeMarkdown(title.trim())}*${start ? ': ' : ''}` : '';
    return `- ${phrases.recordTypes[type]} ${name}${escapeMarkdown(said)}`.trimEnd();
  });
  return [phrases.records, lines.join('\n')];
}

import type { ReportText } from '../../../data/report-document.ts';
import { type MergeConflict, mergeBlocks, type Preference } from './document/merge.ts';

export interface MergedText {
  text: Omit<ReportText, 'body_markdown'> & { blocks: string[] };
  conflicts: MergeConflict[];
}

/** A text, with its Markdown divided into blocks. */
export type BlockText = MergedText['text'];

/** Puts the changes of two people to the same text together. */
export function mergeTexts(
  base: BlockText,
  mine: BlockText,
  theirs: BlockText,
  preference: Preference,
): MergedText {
  const title = mergeBlocks([base.title], [mine.title], [theirs.title], oneOf(preference));
  const summary = mergeBlocks([base.summary], [mine.summary], [theirs.summary], preference);
  const body = mergeBlocks(base.blocks, mine.blocks, theirs.blocks, preference);
  return {
    text: {
      title: title.blocks[0] ?? mine.title,
      summary: summary.blocks.join('\n\n'),
      blocks: body.blocks,
    },
    conflicts: [...title.conflicts, ...summary.conflicts, ...body.conflicts],
  };
}

/** A report has one title. */
const oneOf = (preference: Preference): Preference => (preference === 'both' ? 'mine' : preference);

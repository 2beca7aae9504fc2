import type { Node } from '@tiptap/pm/model';

/** The Markdown that a block was read from. A block that nobody edited is written as it was. */
export interface BlockSource {
  text: string;
  /** The block before it, and what is between them. */
  previous: Node | null;
  gap: string;
  /** What follows the last block. */
  tail: string;
}

/** Blocks are immutable: an edited block is another object, which has no source. */
const sources = new WeakMap<Node, BlockSource>();

export const sourceOf = (block: Node): BlockSource | undefined => sources.get(block);

export const setSource = (block: Node, source: BlockSource): void => void sources.set(block, source);

import type { AutoTagRequest } from '../proposal.ts';

/** What a language model proposes, before it is verified. */
export interface Draft {
  new_tags: { name: string; description: string }[];
  taggings: DraftTagging[];
}

export interface DraftTagging {
  /** The name of a tag. */
  tag: string;
  segment_ids: string[];
  quote: string;
  confidence: number;
}

export interface VerifyTask extends Draft {
  request: AutoTagRequest;
  /** Names of new tags that mean the same as an existing tag, and the id of that tag. */
  same_meaning: Record<string, string>;
}

import type { Skipped, Source } from '../../evidence/index.ts';

export const templates = ['summary', 'usability', 'interview', 'survey'] as const;
export type Template = (typeof templates)[number];

export interface DraftRequest {
  prompt: string;
  template: Template;
  language: string | null;
  sources: Source[];
  skipped: Skipped[];
}

/** A report before verification: Markdown with `[cit_n]` after each quotation. */
export interface Draft {
  title: string;
  summary: string;
  body: string;
  /** The segments that the draft gives for each quotation, by citation id. */
  namedSegments: Record<string, string[]>;
}

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

/** A report before its quotations are verified: Markdown with `[cit_n]` at each, and the segments that each names. */
export interface Draft {
  title: string;
  summary: string;
  body: string;
  claims: Record<string, string[]>;
}

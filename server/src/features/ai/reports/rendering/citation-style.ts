/** How citations are shown. */
export interface CitationStyle {
  /** Citations that the list of sources has: a page links only to these. */
  verified: ReadonlySet<string>;
  /** Shown at any other citation, in the language of the report. */
  unverifiedMark: string;
}

/** `[4]`, or `[4, unverified]`. */
export function citationText(id: string, { verified, unverifiedMark }: CitationStyle): string {
  const number = id.slice('cit_'.length);
  return verified.has(id) ? `[${number}]` : `[${number}, ${unverifiedMark}]`;
}

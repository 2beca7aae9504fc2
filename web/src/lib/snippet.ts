export interface SnippetPart {
  text: string;
  hit: boolean;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" };

const decode = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** Splits a snippet of the search API, which is escaped HTML with `<mark>`, into plain texts. No HTML is inserted. */
export function parseSnippet(snippet: string): SnippetPart[] {
  return snippet
    .split(/(<mark>[^<]*<\/mark>)/)
    .filter((part) => part !== '')
    .map((part) => {
      const hit = part.startsWith('<mark>') && part.endsWith('</mark>');
      return { text: decode(hit ? part.slice(6, -7) : part), hit };
    });
}

/**
 * The snippet of a record without its title, which the search prefixes to the text. Empty if there is nothing but the title.
 */
export function withoutTitle(parts: readonly SnippetPart[], title: string): SnippetPart[] {
  const plain = parts.map(({ text }) => text).join('');
  if (!plain.startsWith(title)) return [...parts];
  let rest = title.length;
  return parts.flatMap(({ text, hit }) => {
    const kept = text.slice(Math.min(rest, text.length));
    rest -= Math.min(rest, text.length);
    return kept.trim() === '' ? [] : [{ text: kept, hit }];
  });
}

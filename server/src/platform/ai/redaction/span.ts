/** A range of a text that must not leave the machine. */
export interface Span {
  kind: 'email' | 'card' | 'account' | 'phone' | 'address' | 'person' | 'text';
  start: number;
  end: number;
  /** The number of the person, so that "Ada" and "Ada Lovelace" get related placeholders. */
  person?: number;
}

export function* matchesOf(text: string, pattern: RegExp, kind: Span['kind']): Generator<Span> {
  for (const match of text.matchAll(pattern))
    yield { kind, start: match.index, end: match.index + match[0].length };
}

/** Joins overlapping spans, so that every character of each is covered. The first span decides the kind. */
export function joinSpans(spans: Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}

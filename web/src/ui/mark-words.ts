/** A node of the tree of a Markdown text, as HTML. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: object;
  children?: Node[];
}

/** Puts these words into `mark` elements, except in code. A longer one is found before a shorter one that it begins with. */
export const markWords = (words: readonly string[]) => (tree: Node) => {
  if (words.length > 0)
    markIn(
      tree,
      words.toSorted((a, b) => b.length - a.length),
    );
};

function markIn(node: Node, words: string[]): void {
  if (node.tagName === 'code' || !node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return split(child.value ?? '', words);
    markIn(child, words);
    return [child];
  });
}

function split(text: string, words: string[]): Node[] {
  const nodes: Node[] = [];
  let rest = text;
  while (rest) {
    const { at, word } = firstOf(rest, words);
    const before = at < 0 ? rest : rest.slice(0, at);
    if (before) nodes.push({ type: 'text', value: before });
    if (at < 0) break;
    nodes.push({
      type: 'element',
      tagName: 'mark',
      properties: {},
      children: [{ type: 'text', value: word }],
    });
    rest = rest.slice(at + word.length);
  }
  return nodes;
}

function firstOf(text: string, words: string[]): { at: number; word: string } {
  let first = { at: -1, word: '' };
  for (const word of words) {
    const at = text.indexOf(word);
    if (at >= 0 && (first.at < 0 || at < first.at)) first = { at, word };
  }
  return first;
}

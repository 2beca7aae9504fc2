import { type AST, RegExpParser } from '@eslint-community/regexpp';

type Node = AST.Element | AST.Pattern | AST.Alternative;
/** Characters to try for a class such as `[^\]]` or `\p{L}`, besides those in the expression. */
const candidates = [...' \n\tax0A-_.,:;<>[](){}"“”\'’`*#/@é一①\u0000'];

/** Lists of words have hundreds of similar repetitions. */
const wordsMax = 24;

/**
 * Short texts that, repeated, make a backtracking engine try many ways to match: for each unbounded repetition of an
 * expression, what it repeats, alone and with what comes before it.
 */
export function hostileWords(source: string, flags: string): string[] {
  const mode = flags.includes('v') ? { unicodeSets: true } : { unicode: flags.includes('u') };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, mode);
  const letters = [...new Set([...candidates, ...source])];

  function sample(node: Node): string {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
        return letters.find((letter) => one.test(letter)) ?? '';
      }
      case 'Quantifier':
        return node.max === 0 ? '' : sample(node.element).repeat(Math.max(1, node.min));
      case 'Group':
      case 'CapturingGroup':
      case 'Pattern':
        return node.alternatives.map(sample).find((text) => text !== '') ?? '';
      case 'Alternative':
        return node.elements.map(sample).join('');
      default:
        return '';
    }
  }

  const words = new Set<string>();
  function visit(node: Node, before: string): void {
    if (node.type === 'Quantifier') {
      if (node.max > 10) {
        words.add(sample(node.element));
        words.add(before + sample(node.element));
      }
      visit(node.element, before);
    } else if (node.type === 'Alternative') {
      let prefix = before;
      for (const element of node.elements) {
        visit(element, prefix);
        prefix += sample(element);
      }
    } else if ('alternatives' in node) {
      for (const alternative of node.alternatives) visit(alternative, before);
    }
  }
  visit(pattern, '');
  return [...words].filter((word) => word !== '').slice(0, wordsMax);
}

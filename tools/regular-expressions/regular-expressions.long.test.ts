import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { type Expression, findExpressions } from './find-expressions.ts';
import { findSlowText } from './measure.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { literals, constructed } = findExpressions(root);

/** Expressions that a function constructs, and why their costs are linear. */
const constructedInFunctions: Record<string, string> = {
  'server/src/platform/mail/refusal.ts': 'escaped words without repetitions',
  'server/src/platform/config/kinds.ts':
    'reads settings of the operator, and its only repetition is of one class',
  'server/src/http/page-preloads.ts': 'ids of a fixed length in the paths of the application',
  'server/src/features/ai/reports/extractive/cues.ts':
    'another flag for an expression that is constructed in the module',
  'server/src/features/ai/auto-tags/generated/verify-draft.ts': 'escaped words with spaces between them',
  'web/src/features/comments/mentions.ts': 'escaped names of colleagues, which are not repeated',
};

function recordConstructed(): Expression[] {
  const files = [...new Set(constructed.map((place) => place.split(':')[0] as string))];
  const program = fileURLToPath(new URL('record-constructed.ts', import.meta.url));
  const output = execFileSync(process.execPath, ['--no-warnings', program, ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16e6,
  });
  return (JSON.parse(output) as Expression[]).filter(({ place }) => constructed.includes(place));
}

test('no regular expression takes more time than in proportion to the length of a hostile text', () => {
  const recorded = recordConstructed();
  const places = new Set(recorded.map(({ place }) => place));
  const unknown = constructed.filter(
    (place) => !places.has(place) && !((place.split(':')[0] as string) in constructedInFunctions),
  );
  expect(unknown).toEqual([]);

  const all = new Map([...literals, ...recorded].map((one) => [`${one.source}/${one.flags}`, one]));
  const slow = [...all.values()].flatMap(({ place, source, flags }) => {
    // The analysis finds repetitions of one character in all positions, the measurement also those of words.
    const [report] = analyse({ source, flags }).reports;
    const text = report ? `repeated ${report.character.literal.source}` : findSlowText(source, flags);
    return text === undefined
      ? []
      : [`${place} /${source.slice(0, 100)}/${flags} on ${JSON.stringify(text)}`];
  });
  expect(all.size).toBeGreaterThan(600);
  expect(slow).toEqual([]);
});

test('the check finds a quadratic expression for one character and for a word', () => {
  expect(analyse({ source: '\\s+$', flags: '' }).reports).not.toEqual([]);
  expect(findSlowText('(lib[\\w.+-]+): cannot open', '')).toBe('libaliba');
  expect(findSlowText('<w:link [^>]*id="', 'g')).toBe('<w:link  <w:link  ');
  expect(findSlowText('(?<!\\s)\\s+$', '')).toBeUndefined();
});

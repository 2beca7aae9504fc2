import fc from 'fast-check';
import mammoth from 'mammoth';
import { expect, test } from 'vitest';
import { formatMoment } from '../../../evidence/index.ts';
import { escapeMarkdown, parseMarkdown, walk } from '../../../evidence/markdown/index.ts';
import { markdownToDocx } from './to-docx.ts';
import { markdownToHtml } from './to-html.ts';

const style = { verified: new Set(['cit_3']), unverifiedMark: 'unverified' };
const toHtml = (markdown: string) => markdownToHtml(markdown, style);
const toDocx = (title: string, markdown: string) =>
  markdownToDocx(markdown, { ...style, title, updatedAt: new Date('2026-01-02T03:04:05Z') });

const sample = [
  '# Title',
  '',
  'Running text',
  'over *two* lines, **bold**, `code`, snake_case and [a page](https://example.com/?a=1&b=2).',
  '',
  '> “It was \\*odd\\*.”',
  '> — Mina, 5:12 [cit_3]',
  '',
  '- one',
  '- two',
  '1. first',
  '',
  '| theme | count |',
  '| --- | ---: |',
  '| Price \\| cost | 3 |',
  '```',
  '<b>',
  '```',
].join('\n');

test('writes every kind of block as HTML', () => {
  expect(toHtml(sample)).toBe(
    [
      '<h1>Title</h1>',
      '<p>Running text over <em>two</em> lines, <strong>bold</strong>, <code>code</code>, snake_case and <a href="https://example.com/?a=1&amp;b=2" rel="noreferrer">a page</a>.</p>',
      '<blockquote>“It was *odd*.”<br>\n— Mina, 5:12 <sup><a href="#cit_3">[3]</a></sup></blockquote>',
      '<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
      '<ol>\n<li>first</li>\n</ol>',
      '<div class="table" tabindex="0"><table>\n<tr><th>theme</th><th>count</th></tr>\n<tr><td>Price | cost</td><td>3</td></tr>\n</table></div>',
      '<pre><code>&lt;b&gt;</code></pre>',
    ].join('\n'),
  );
});

test('writes a Word document that another program can read', async () => {
  const buffer = await toDocx('Title \u0001', `${sample}\n\u0000\u001f \ud800 end`);
  const { value } = await mammoth.convertToHtml({ buffer });
  expect(value).toContain('<h1>Title</h1>');
  expect(value).toContain('“It was *odd*.”');
  expect(value).toContain('<li>one</li>');
  expect(value).toContain('<td><p>Price | cost</p></td>');
  expect(value).toContain('href="https://example.com/?a=1&amp;b=2"');
});

test('joins the cells of a table beyond 63 columns into the last, and pads no row of a Word table', async () => {
  const wide = `|${Array.from({ length: 70 }, (_, i) => `c${i + 1}`).join('|')}|\n|${' --- |'.repeat(70)}\n|only|`;
  const html = toHtml(wide);
  expect(html.match(/<th>/g)).toHaveLength(63);
  expect(html).toContain('<th>c63 | c64 | c65 | c66 | c67 | c68 | c69 | c70</th>');
  const { value } = await mammoth.convertToHtml({ buffer: await toDocx('Wide', wide) });
  expect(value).toContain('<td colspan="63"><p>only</p></td>');
});

test('writes no script, image or unsafe link from the text into the page', () => {
  const html = toHtml(
    '<script>x</script> [click](javascript:alert(1)) [a](data:text/html,x) [b](https://x"onclick=y)\n\n> <img src=x onerror=y>',
  );
  expect(html).not.toMatch(/<(script|img)/);
  expect(html).not.toMatch(/href="(javascript|data)/);
  expect(html).not.toMatch(/href="[^"]*"\s*onclick/);
});

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '> ',
    '# ',
    '- ',
    '1. ',
    '|',
    '\n',
    '**',
    '*',
    '_',
    '`',
    '```',
    '[a](',
    ')',
    '[cit_1]',
    '<b>',
    '\\',
    '+ ',
    '~~~',
    '"',
    '&amp;',
    '![a](',
    '<https://a>',
    '   ',
  ),
);

test('any text becomes a page that contains only known tags', () => {
  const ours = /^<\/?(h[1-6]|p|div|blockquote|br|hr|ul|ol|li|table|tr|th|td|pre|code|em|strong|sup|a)\b/;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join('');
      for (const [tag] of toHtml(text).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(ours);
    }),
    { numRuns: 500 },
  );
});

test('displays one line of escaped text unchanged', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join('').replace(/\s+/g, ' ').trim();
      const nodes = [...walk(parseMarkdown(escapeMarkdown(text)))];
      expect(nodes.map((node) => (node.type === 'text' ? node.value : '')).join('')).toBe(text);
      expect(nodes.map(({ type }) => type)).toEqual(text === '' ? ['root'] : ['root', 'paragraph', 'text']);
    }),
    { numRuns: 500 },
  );
});

test('links only to citations that are in the list of sources', async () => {
  const text = 'Said [cit_3], not said [cit_4], escaped \\[cit_3], `[cit_3]`.';
  expect(toHtml(text)).toBe(
    '<p>Said <sup><a href="#cit_3">[3]</a></sup>, not said <sup class="unverified">[4, unverified]</sup>, escaped [cit_3], <code>[cit_3]</code>.</p>',
  );
  const { value } = await mammoth.extractRawText({ buffer: await toDocx('Title', text) });
  expect(value.trim()).toBe('Said [3], not said [4, unverified], escaped [cit_3], [cit_3].');
});

test('ends a quotation at a line without `>`, and nests lists', () => {
  expect(toHtml('> said\nnot said\n\n- one\n  1. two\n- three')).toBe(
    [
      '<blockquote>said</blockquote>',
      '<p>not said</p>',
      '<ul>\n<li>one\n<ol>\n<li>two</li>\n</ol></li>\n<li>three</li>\n</ul>',
    ].join('\n'),
  );
});

test('writes the same bytes for the same report', async () => {
  const report = `${sample}\n\n[another](https://example.com/2) and [a third](mailto:ada@example.com)`;
  const [one, two] = [await toDocx('Title', report), await toDocx('Title', report)];
  expect(two.equals(one)).toBe(true);
  const { value } = await mammoth.convertToHtml({ buffer: one });
  for (const link of ['https://example.com/?a=1&amp;b=2', 'https://example.com/2', 'mailto:ada@example.com'])
    expect(value).toContain(`<a href="${link}">`);
});

test.each([
  '>',
  '[',
  ']',
  '`',
  '*',
  '_',
  '#',
  '|',
  '- ',
  '+ ',
  '1. ',
  '“',
  '[a](',
  '**a ',
  'a* ',
  'a**b*c ',
  '*a **b ',
  '[cit_1]',
  '\\',
])('parses 200,000 characters of %j within five seconds', (piece) => {
  // CPU time of this thread, because other tests run at the same time.
  const before = process.threadCpuUsage();
  toHtml(piece.repeat(200_000 / piece.length));
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

test('formats moments as minutes and seconds, with hours where needed', () => {
  expect([0, 9.99, 312.4, 3_912].map(formatMoment)).toEqual(['0:00', '0:09', '5:12', '1:05:12']);
});

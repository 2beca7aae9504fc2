import fc from 'fast-check';
import mammoth from 'mammoth';
import { expect, test } from 'vitest';
import { escapeMarkdown, unescapeMarkdown } from './escape.ts';
import { parseInline } from './inline.ts';
import { formatMoment } from './moment.ts';
import { markdownToDocx } from './to-docx.ts';
import { markdownToHtml } from './to-html.ts';

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

test('a report becomes a page with everything in its place', () => {
  expect(markdownToHtml(sample)).toBe(
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

test('a report becomes a Word document that another program reads', async () => {
  const buffer = await markdownToDocx('Title \u0001', `${sample}\n\u0000\u001f \ud800 end`);
  const { value } = await mammoth.convertToHtml({ buffer });
  expect(value).toContain('<h1>Title</h1>');
  expect(value).toContain('“It was *odd*.”');
  expect(value).toContain('<li>one</li>');
  expect(value).toContain('<td><p>Price | cost</p></td>');
  expect(value).toContain('href="https://example.com/?a=1&amp;b=2"');
});

test('joins the cells of a table beyond 63 columns into the last, and pads no row of a Word table', async () => {
  const wide = `|${Array.from({ length: 70 }, (_, i) => `c${i + 1}`).join('|')}|\n| --- |\n|only|`;
  const html = markdownToHtml(wide);
  expect(html.match(/<th>/g)).toHaveLength(63);
  expect(html).toContain('<th>c63 | c64 | c65 | c66 | c67 | c68 | c69 | c70</th>');
  const { value } = await mammoth.convertToHtml({ buffer: await markdownToDocx('Wide', wide) });
  expect(value).toContain('<td colspan="63"><p>only</p></td>');
});

test('nothing that somebody wrote runs in the page', () => {
  const html = markdownToHtml(
    '<script>x</script> [click](javascript:alert(1)) [a](data:text/html,x) [b](https://x"onclick=y)\n\n> <img src=x onerror=y>',
  );
  expect(html).not.toMatch(/<(script|img)/);
  expect(html).not.toMatch(/href="(javascript|data)/);
  expect(html).not.toMatch(/href="[^"]*"\s*onclick/);
});

test('any text becomes a page whose tags are ours, and words that are escaped come out as they were', () => {
  const ours = /^<\/?(h[1-6]|p|div|blockquote|br|ul|ol|li|table|tr|th|td|pre|code|em|strong|sup|a)\b/;
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
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join('');
      for (const [tag] of markdownToHtml(text).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(ours);
      expect(unescapeMarkdown(escapeMarkdown(text))).toBe(text);
      expect(
        parseInline(escapeMarkdown(text))
          .map((span) => span.text)
          .join(''),
      ).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test.each(['>', '[', '`', '*', '_', '#', '|', '- ', '1. ', '“', '[a](', '**a ', '\\'])(
  '200,000 characters of %j are read in no time',
  (piece) => {
    const startedAt = performance.now();
    markdownToHtml(piece.repeat(200_000 / piece.length));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  },
);

test('moments are written as people write them', () => {
  expect([0, 9.99, 312.4, 3_912].map(formatMoment)).toEqual(['0:00', '0:09', '5:12', '1:05:12']);
});

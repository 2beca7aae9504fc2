import { describe, expect, test } from 'vitest';
import { findAdrProblems, renderAdrIndex } from './adrs.ts';
import { findCitationProblems } from './citations.ts';
import { findBrokenLinks } from './links.ts';
import type { Documents } from './markdown.ts';

const indexPath = 'docs/adr/README.md';
const adr = `# 1. Store blobs on disk

- Date: 2026-11-15
- Status: accepted

## Context

## Decision

## Consequences
`;

const withIndex = (entries: [string, string][]): Documents => {
  const documents: Documents = new Map(entries);
  return documents.set(indexPath, renderAdrIndex(documents));
};

describe('ADRs', () => {
  test('pass with the template and the generated index', () => {
    expect(findAdrProblems(withIndex([['docs/adr/0001-blobs.md', adr]]), indexPath)).toEqual([]);
  });

  test.each([
    ['a missing date', adr.replace('- Date: 2026-11-15\n', ''), /must start with/],
    ['another number than the file', adr.replace('# 1.', '# 2.'), /title has number 2/],
    ['an unknown status', adr.replace('accepted', 'done'), /status must be/],
    [
      'a missing section',
      adr.replace('## Decision\n', ''),
      /sections must be Context, Decision, Consequences/,
    ],
    ['sections in another order', adr.replace('Context', 'Decision'), /sections must be/],
  ])('fail with %s', (_fault, text, message) => {
    expect(findAdrProblems(withIndex([['docs/adr/0001-blobs.md', text]]), indexPath)).toEqual([
      expect.stringMatching(message),
    ]);
  });

  test('fail with an index that does not list them', () => {
    const documents = new Map([
      ['docs/adr/0001-blobs.md', adr],
      [indexPath, '# Index\n'],
    ]);
    expect(findAdrProblems(documents, indexPath)).toEqual([expect.stringContaining('npm run docs:index')]);
  });

  test('fail with a gap between their numbers', () => {
    const documents = withIndex([
      ['docs/adr/0001-a.md', adr],
      ['docs/adr/0003-b.md', adr.replace('# 1.', '# 3.')],
    ]);
    expect(findAdrProblems(documents, indexPath)).toEqual([
      'docs/adr/0003-b.md: the next number is 2; numbers have no gaps',
    ]);
  });

  test('fail with a number that is used twice', () => {
    const documents = withIndex([
      ['docs/adr/0001-a.md', adr],
      ['docs/adr/0001-b.md', adr],
    ]);
    expect(findAdrProblems(documents, indexPath)).toEqual([expect.stringContaining('already used')]);
  });
});

describe('links', () => {
  const target = '# Title\n\n## Behind a proxy\n';

  test.each([
    ['a file', '[x](docs/b.md)'],
    ['a folder', '[x](docs)'],
    ['a heading', '[x](docs/b.md#behind-a-proxy)'],
    ['a heading of the same file', '# One\n\n[x](#one)'],
    ['another site', '[x](https://example.com/nothing)'],
    ['code, which has no links', '`[x](nothing.md)`'],
  ])('links to %s pass', (_what, text) => {
    expect(
      findBrokenLinks(
        new Map([
          ['a.md', text],
          ['docs/b.md', target],
        ]),
      ),
    ).toEqual([]);
  });

  test.each([
    ['a missing file', '[x](docs/c.md)', 'a.md:1: the link target docs/c.md does not exist'],
    ['a missing heading', '[x](docs/b.md#proxy)', 'a.md:1: docs/b.md has no heading #proxy'],
    ['a missing image', '\n![x](c.png)', 'a.md:2: the link target c.png does not exist'],
  ])('links to %s fail', (_what, text, problem) => {
    expect(
      findBrokenLinks(
        new Map([
          ['a.md', text],
          ['docs/b.md', target],
        ]),
      ),
    ).toEqual([problem]);
  });
});

describe('citations', () => {
  const check = (line: string, path = 'server/src/a.ts') =>
    findCitationProblems(
      new Map([
        ['docs/spec/requests.md', '# 1. Requests\n\n## 1.1 Responses\n\n## 1.2 Errors\n'],
        ['docs/adr/0004-idempotency.md', ''],
        [path, line],
      ]),
    );

  test.each(['// spec §1.1', '// (spec §1.1, §1.2)', '// RFC 9110 §14.2', '// ADR 4', '// docs/adr/0004'])(
    '%s passes',
    (line) => {
      expect(check(line)).toEqual([]);
    },
  );

  test.each([
    ['// spec §1.3', 'server/src/a.ts:1: docs/spec has no section 1.3'],
    ['// spec §1.1, §2.1', 'server/src/a.ts:1: docs/spec has no section 2.1'],
    ['// contract §1', 'server/src/a.ts:1: cite a section as "spec §1.2" (see docs/spec/README.md)'],
    ['// spec §1', 'server/src/a.ts:1: cite a section as "spec §1.2" (see docs/spec/README.md)'],
    ['// ADR 5', 'server/src/a.ts:1: there is no ADR 5'],
    ['// docs/adr/0005', 'server/src/a.ts:1: there is no ADR 5'],
  ])('%s fails', (line, problem) => {
    expect(check(line)).toEqual([problem]);
  });

  test('fail with a section number that is used twice', () => {
    expect(check('# 1. Requests\n\n## 1.2 Errors', 'docs/spec/errors.md')).toEqual([
      'docs/spec/errors.md:3: section 1.2 exists already',
    ]);
  });

  test('citations in a migration are checked', () => {
    expect(check('-- ADR 5', 'server/migrations/0001_first.sql')).toEqual([
      'server/migrations/0001_first.sql:1: there is no ADR 5',
    ]);
  });
});

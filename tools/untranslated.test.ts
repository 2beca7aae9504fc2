import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findUntranslated } from './untranslated.ts';

/** Folders whose texts are not in the catalogue yet. */
const notInCatalogue = ['features/reports/report-page.tsx'];

describe('findUntranslated', () => {
  test.each([
    'const a = <p>nothing found</p>;',
    'const a = <Button title="Delete the tag" />;',
    'const a = <Page title="Files" />;',
    "toast({ text: 'Saved' });",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an example of a template in a source file.
    'usePageTitle(`Report ${name}`);',
  ])('reports %s', (source) => {
    expect(findUntranslated('a.tsx', source)).toEqual([expect.stringMatching(/^a\.tsx:1: "/)]);
  });

  test.each([
    "import { Button } from 'Button';",
    "const a = <div className='p-2'>{texts.nothing} · {1}</div>;",
    "if (event.key === 'Escape') request('GET', { 'Content-Type': 'a' });",
    "throw new Error('Two providers');",
    "class Undone extends Error { override readonly name = 'Undone'; }",
    "const Shell = lazyRouteComponent(() => import('./shell.tsx'), 'Shell');",
    'const a = <Trash2 size={16} aria-hidden="true" />;',
  ])('accepts %s', (source) => {
    expect(findUntranslated('a.tsx', source)).toEqual([]);
  });
});

test('every text of the application is in the catalogue', () => {
  const files = execFileSync('git', ['ls-files', 'web/src'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^web\/src\/(texts|participant)\//.test(path))
    .filter((path) => !notInCatalogue.some((folder) => path.startsWith(`web/src/${folder}`)));
  expect(files.flatMap((path) => findUntranslated(path, readFileSync(path, 'utf8')))).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAdrProblems, renderAdrIndex } from './docs/adrs.ts';
import { findCitationProblems } from './docs/citations.ts';
import { findBrokenLinks } from './docs/links.ts';
import type { Documents } from './docs/markdown.ts';

/**
 * Checks the documentation: ADRs follow one template and are listed in their index, relative links resolve, and every
 * cited section and ADR exists. `--write` generates the index of the ADRs first.
 */
const root = join(import.meta.dirname, '..');
const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const paths = execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  .split('\0')
  // A file that was deleted or moved and not yet staged is still listed.
  .filter((path) => path !== '' && existsSync(join(root, path)));
const documents: Documents = new Map();
for (const path of paths) documents.set(path, readText(path));

const indexPath = 'docs/adr/README.md';
if (process.argv.includes('--write')) {
  const index = renderAdrIndex(documents);
  writeFileSync(join(root, indexPath), index);
  documents.set(indexPath, index);
}

const problems = [
  ...findAdrProblems(documents, indexPath),
  ...findBrokenLinks(documents),
  ...findCitationProblems(documents),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(`\n${problems.length} problems in the documentation.\n`);
  process.exit(1);
}

/** Binary files can be link targets, but their content is not checked. */
function readText(path: string): string {
  const bytes = readFileSync(join(root, path));
  return bytes.includes(0) ? '' : bytes.toString('utf8');
}

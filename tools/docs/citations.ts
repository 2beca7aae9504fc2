import { type Documents, parseMarkdown, readSections } from './markdown.ts';

/** openapi.released.json is a published document. This check and its tests contain examples. */
const ignored = /^(server\/openapi\.released\.json$|tools\/docs\/)/;

const specCitation = /\bspec §\d+\.\d+(?:(?:, | and )§\d+\.\d+)*/g;
const rfcCitation = /\bRFC \d+ §[\d.]*\d/g;
const adrCitation = /\bADR (\d+)\b|\bdocs\/adr\/(\d{4})/g;

/** Citations of sections and ADRs that do not exist, and section signs that cite neither docs/spec nor an RFC. */
export function findCitationProblems(documents: Documents): string[] {
  const problems: string[] = [];
  const sections = readSpecSections(documents, problems);
  const adrs = new Set(
    [...documents.keys()].flatMap((path) => /^docs\/adr\/(\d{4})-/.exec(path)?.[1] ?? []).map(Number),
  );
  for (const [path, text] of documents) {
    if (ignored.test(path)) continue;
    for (const [i, line] of text.split('\n').entries()) {
      const at = `${path}:${i + 1}`;
      for (const [citation] of line.matchAll(specCitation)) {
        for (const [, section = ''] of citation.matchAll(/§(\d+\.\d+)/g)) {
          if (!sections.has(section)) problems.push(`${at}: docs/spec has no section ${section}`);
        }
      }
      if (line.replaceAll(specCitation, '').replaceAll(rfcCitation, '').includes('§')) {
        problems.push(`${at}: cite a section as "spec §1.2" (see docs/spec/README.md)`);
      }
      for (const [, number, padded] of line.matchAll(adrCitation)) {
        const cited = Number(number ?? padded);
        if (!adrs.has(cited)) problems.push(`${at}: there is no ADR ${cited}`);
      }
    }
  }
  return problems;
}

function readSpecSections(documents: Documents, problems: string[]): Set<string> {
  const sections = new Set<string>();
  for (const [path, text] of documents) {
    if (!path.startsWith('docs/spec/')) continue;
    for (const section of readSections(parseMarkdown(text))) {
      const number = /^(\d+\.\d+) /.exec(section.text)?.[1];
      if (!number) continue;
      if (sections.has(number)) problems.push(`${path}:${section.line}: section ${number} exists already`);
      sections.add(number);
    }
  }
  return sections;
}

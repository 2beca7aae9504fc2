import { type Documents, parseMarkdown, readSections } from './markdown.ts';

export interface Adr {
  path: string;
  number: number;
  title: string;
  date: string;
  status: string;
}

const adrPath = /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/;
const header = /^# (\d+)\. (.+)\n\n- Date: (\d{4}-\d{2}-\d{2})\n- Status: (.+)\n/;
const statuses = /^(proposed|accepted|superseded by ADR \d+)(,.*)?$/;
const requiredSections = ['Context', 'Decision', 'Consequences'];

/** ADRs that do not follow the template, and an index that is not the generated one. */
export function findAdrProblems(documents: Documents, indexPath: string): string[] {
  const problems: string[] = [];
  const pathByNumber = new Map<string, string>();
  for (const path of adrPaths(documents)) {
    const text = documents.get(path) ?? '';
    const number = path.slice(9, 13);
    const other = pathByNumber.get(number);
    if (other) problems.push(`${path}: number ${number} is already used by ${other}`);
    pathByNumber.set(number, path);
    if (!other && Number(number) !== pathByNumber.size)
      problems.push(`${path}: the next number is ${pathByNumber.size}; numbers have no gaps`);
    const adr = readAdr(path, text);
    if (!adr) {
      problems.push(
        `${path}: must start with "# N. Title", an empty line, "- Date: YYYY-MM-DD" and "- Status: …"`,
      );
      continue;
    }
    if (adr.number !== Number(number)) problems.push(`${path}: the title has number ${adr.number}`);
    if (!statuses.test(adr.status)) {
      problems.push(`${path}: the status must be proposed, accepted or "superseded by ADR N"`);
    }
    const sections = readSections(parseMarkdown(text)).filter(({ depth }) => depth <= 2);
    const names = sections.slice(1).map((section) => section.text);
    if (names.join() !== requiredSections.join()) {
      problems.push(
        `${path}: the sections must be ${requiredSections.join(', ')}, not ${names.join(', ') || 'none'}`,
      );
    }
  }
  if (problems.length === 0 && documents.get(indexPath) !== renderAdrIndex(documents)) {
    problems.push(`${indexPath}: out of date; run npm run docs:index`);
  }
  return problems;
}

export function renderAdrIndex(documents: Documents): string {
  const rows = adrPaths(documents)
    .map((path) => readAdr(path, documents.get(path) ?? ''))
    .filter((adr) => adr !== undefined)
    .map(({ path, number, title, date, status }) => {
      return `| ${number} | [${title}](${path.slice(9)}) | ${date} | ${status} |`;
    });
  return `# Architecture decision records

An ADR records a decision that an engineer may question later, with its reasons. One page each, in the form of
[the template](../contributing/writing.md#architecture-decision-records). Numbers are not reused. \`npm run docs:index\`
generates this page.

| Number | Title | Date | Status |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const adrPaths = (documents: Documents) => [...documents.keys()].filter((path) => adrPath.test(path)).sort();

function readAdr(path: string, text: string): Adr | undefined {
  const [, number, title = '', date = '', status = ''] = header.exec(text) ?? [];
  return number === undefined ? undefined : { path, number: Number(number), title, date, status };
}

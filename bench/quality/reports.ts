import type { Findings } from './findings.ts';
import { findQuotations, isQuoted } from './quotations.ts';
import type { Part, Study, Turn } from './read-studies.ts';
import { type LoadedStudy, loadStudy, type Server, spokenTexts } from './server.ts';

interface Report {
  body_markdown: string;
  sections: { heading: string; citation_ids: string[] }[];
  citations: { id: string; segment_id: string | null; quote: string }[];
}

interface Tally {
  themes: number;
  found: number;
  participants: number;
  cited: number;
  citations: number;
  unwanted: number;
  quotations: number;
  invented: number;
}

const generalPrompt = 'What do participants struggle with, and what do they like?';
/** Reports about a question with an answer, per study. */
const questionsPerStudy = 3;

/** Writes a general report and some about one question for each study. */
export async function measureReports(server: Server, studies: Study[], findings: Findings): Promise<void> {
  for (const part of new Set(studies.map((study) => study.part))) {
    const tally: Tally = {
      themes: 0,
      found: 0,
      participants: 0,
      cited: 0,
      citations: 0,
      unwanted: 0,
      quotations: 0,
      invented: 0,
    };
    for (const study of studies.filter((candidate) => candidate.part === part)) {
      const loaded = await loadStudy(server, study);
      countThemes(loaded, await write(server, loaded, generalPrompt, tally, findings), tally, findings);
      const questions = study.questions.filter(({ answered_by }) => answered_by.length > 0);
      for (const { ask, answered_by } of questions.slice(0, questionsPerStudy))
        countParticipants(loaded, await write(server, loaded, ask, tally, findings), answered_by, tally);
    }
    print(findings, part, tally);
  }
}

async function write(server: Server, loaded: LoadedStudy, prompt: string, tally: Tally, findings: Findings) {
  const { report_id } = await server.run<{ report_id: string }>(`/v1/projects/${loaded.project_id}/reports`, {
    prompt,
  });
  const report = await server.get<Report>(`/v1/reports/${report_id}`);
  const { id, part } = loaded.study;
  const texts = [...spokenTexts(loaded), prompt];
  for (const quotation of [
    ...findQuotations(report.body_markdown),
    ...report.citations.map(({ quote }) => quote),
  ]) {
    tally.quotations++;
    if (isQuoted(quotation, texts)) continue;
    tally.invented++;
    findings.example(part, `${id}: invented in the report "${prompt}": ${quotation}`);
  }
  for (const { segment_id, quote } of report.citations) {
    const turn = loaded.turns.get(segment_id ?? '');
    tally.citations++;
    if (turn && !turn.is_interviewer && !turn.is_small_talk) continue;
    tally.unwanted++;
    findings.example(part, `${id}: a report quotes small talk or the interviewer: ${quote}`);
  }
  return report;
}

const turnsOf = ({ turns }: LoadedStudy, { citations }: Report, ids: readonly string[]): Turn[] =>
  citations
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ segment_id }) => turns.get(segment_id ?? '') ?? []);

/** The text under each heading of any level, with the citations in it. */
function blocksOf({ body_markdown }: Report): { heading: string; citation_ids: string[] }[] {
  return body_markdown.split(/^#{1,6} /m).map((block) => ({
    heading: block.split('\n', 1)[0] as string,
    citation_ids: [...block.matchAll(/\[(cit_\d+)\]/g)].map(([, id]) => id as string),
  }));
}

/** A theme is found if the text under a heading quotes at least two of its turns, and more of them than of any other. */
function countThemes(loaded: LoadedStudy, report: Report, tally: Tally, findings: Findings): void {
  const { id, part, themes } = loaded.study;
  const found = new Set<string>();
  for (const { heading, citation_ids } of blocksOf(report)) {
    const turns = turnsOf(loaded, report, citation_ids);
    const counts = themes.map(({ name, tags }) => ({
      name,
      count: turns.filter(({ spans }) => spans.some(({ tag }) => tags.includes(tag))).length,
    }));
    const best = counts.sort((a, b) => b.count - a.count)[0];
    if (best && best.count >= 2 && best.count > (counts[1]?.count ?? 0)) found.add(best.name);
    findings.example(
      part,
      `${id}: section "${heading}": ${best?.name}, ${best?.count} of ${turns.length} turns`,
    );
  }
  tally.themes += themes.length;
  tally.found += found.size;
}

/** How many of the interviews that answer the question the first section quotes. */
function countParticipants(loaded: LoadedStudy, report: Report, answeredBy: string[], tally: Tally): void {
  const interviewOf = (turn: string) => turn.split(':')[0] as string;
  const wanted = new Set(answeredBy.map(interviewOf));
  const first = report.sections.find(({ citation_ids }) => citation_ids.length > 0);
  const turns = turnsOf(loaded, report, first?.citation_ids ?? []);
  const quoted = new Set(turns.filter(({ id }) => answeredBy.includes(id)).map(({ id }) => interviewOf(id)));
  tally.participants += wanted.size;
  tally.cited += quoted.size;
}

function print(findings: Findings, part: Part, tally: Tally): void {
  const { themes, found, participants, cited, citations, unwanted, quotations, invented } = tally;
  findings.atLeast('reports: themes found', part, found / themes, undefined, `${found} of ${themes} themes`);
  findings.atLeast(
    'reports: interviews that answer the prompt and are quoted for it in the first section',
    part,
    cited / participants,
    undefined,
    `${cited} of ${participants}`,
  );
  findings.value(
    `reports: citations of small talk or of the interviewer, ${part}`,
    `${unwanted} of ${citations}`,
  );
  findings.none('invented quotations in reports', part, invented, quotations);
}

import { detectLanguage, type Theme } from '../../../../platform/ai/text-analysis/index.ts';
import type { Skipped, Source } from '../../../evidence/index.ts';
import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { Draft, DraftRequest, Template } from '../draft.ts';
import { type Phrases, phrasesIn } from '../phrases.ts';
import { titleFrom } from '../title.ts';
import { type Analysis, analyzePassages } from './analyze-passages.ts';
import { type Cue, cueOf } from './cues.ts';
import { type Passage, readPassages } from './passages.ts';

const quotesMax = { closest: 4, cue: 4, theme: 3, speaker: 2, key: 5 };
const speakersMax = 12;

/** Composes a report from sentences of the transcripts. Deterministic. */
export function draftReport(request: DraftRequest): Draft {
  const { prompt, template, sources, skipped } = request;
  const phrases = phrasesIn(request.language);
  const passages = readPassages(sources, request.language);
  const spoken = sources[0]?.language ?? detectLanguage(passages.map(({ text }) => text).join(' '));
  const analysis = analyzePassages(passages, prompt, spoken);
  const namedSegments: Draft['namedSegments'] = {};
  const quote = (at: number) => {
    const passage = passages[at] as Passage;
    const id = `cit_${Object.keys(namedSegments).length + 1}`;
    namedSegments[id] = [passage.segment.id];
    return `> ${escapeMarkdown(passage.text.replace(/\s+/g, ' '))} [${id}]`;
  };
  const section = (heading: string, ...parts: string[]) =>
    [`## ${escapeMarkdown(heading)}`, ...parts].join('\n\n');
  const quoted = (heading: string, from: number[], count: number) => {
    const chosen = analysis.choose(from, count);
    return section(heading, ...(chosen.length > 0 ? chosen.map(quote) : [phrases.none]));
  };
  const allIndexes = passages.map((_, at) => at);
  const withCue = (cue: Cue) =>
    allIndexes.filter((at) => cueOf((passages[at] as Passage).text, spoken) === cue);
  const themeSection = (theme: Theme) =>
    section(
      theme.label,
      countLine(analysis, theme, phrases),
      ...analysis.choose(theme.members, quotesMax.theme).map(quote),
    );

  const closest = analysis.questionOccurs
    ? quoted(phrases.closest, analysis.relevant, quotesMax.closest)
    : section(phrases.closest, phrases.noMatch);
  const themes = () =>
    analysis.themes.length > 0
      ? analysis.themes.map(themeSection)
      : [quoted(phrases.keyPassages, allIndexes, quotesMax.key)];
  const glance = analysis.themes.length > 0 ? [section(phrases.glance, themeTable(analysis, phrases))] : [];
  const method = section(phrases.method, phrases.methodText, ...notRead(skipped, phrases));
  const bodies: Record<Template, () => string[]> = {
    summary: () => [closest, ...themes(), ...glance],
    usability: () => [
      closest,
      quoted(phrases.struggles, withCue('struggle'), quotesMax.cue),
      quoted(phrases.worked, withCue('praise'), quotesMax.cue),
      quoted(phrases.wishes, withCue('wish'), quotesMax.cue),
      ...glance,
    ],
    interview: () => [
      closest,
      ...themes(),
      section(phrases.bySpeaker, ...quotesBySpeaker(analysis, quote)),
      ...glance,
    ],
    survey: () => [...glance, closest, ...themes()],
  };
  return {
    title: titleFrom(prompt),
    summary: summarise(analysis, sources, phrases),
    body: [...bodies[template](), method].join('\n\n'),
    namedSegments,
  };
}

function summarise({ passages, themes }: Analysis, sources: Source[], phrases: Phrases): string {
  const counts = `${phrases.files}: ${sources.length} · ${phrases.speakers}: ${new Set(passages.map(({ speakerName }) => speakerName)).size} · ${phrases.passages}: ${passages.length}.`;
  if (themes.length === 0) return counts;
  const named = themes.map(({ label, members }) => `${escapeMarkdown(label)} (${members.length})`);
  return `${phrases.mostCommon}: ${named.join(', ')}. ${counts}`;
}

function countBySpeaker({ passages }: Analysis, members: number[]): [string, number][] {
  const tally = new Map<string, number>();
  for (const at of members) {
    const { speakerName } = passages[at] as Passage;
    tally.set(speakerName, (tally.get(speakerName) ?? 0) + 1);
  }
  return [...tally].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

const formatSpeakers = (speakers: [string, number][]) =>
  speakers
    .slice(0, speakersMax)
    .map(([speakerName, count]) => `${escapeMarkdown(speakerName)} ${count}`)
    .join(', ') + (speakers.length > speakersMax ? ' …' : '');

function countLine(analysis: Analysis, { members }: Theme, phrases: Phrases): string {
  const speakers = countBySpeaker(analysis, members);
  const all = new Set(analysis.passages.map(({ speakerName }) => speakerName)).size;
  return `${phrases.table[1]}: ${members.length} · ${phrases.speakers}: ${speakers.length}/${all} (${formatSpeakers(speakers)})`;
}

function themeTable(analysis: Analysis, phrases: Phrases): string {
  const rows = analysis.themes.map(({ label, members }) => {
    const speakers = countBySpeaker(analysis, members);
    return [escapeMarkdown(label), members.length, speakers.length, formatSpeakers(speakers)];
  });
  return [phrases.table, ['---', '---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

function quotesBySpeaker(analysis: Analysis, quote: (at: number) => string): string[] {
  const all = analysis.passages.map((_, at) => at);
  return countBySpeaker(analysis, all)
    .slice(0, speakersMax)
    .flatMap(([speakerName]) => {
      const own = all.filter((at) => analysis.passages[at]?.speakerName === speakerName);
      const chosen = analysis.choose(own, quotesMax.speaker);
      return chosen.length > 0 ? [`### ${escapeMarkdown(speakerName)}`, ...chosen.map(quote)] : [];
    });
}

const notRead = (skipped: Skipped[], phrases: Phrases) =>
  skipped.length > 0 ? [`${phrases.notRead}: ${skipped.length}.`] : [];

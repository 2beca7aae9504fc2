import { detectLanguage, type Theme } from '../../../../platform/ai/text-analysis/index.ts';
import type { Skipped, Source } from '../../../evidence/index.ts';
import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { Draft, DraftRequest, Template } from '../draft.ts';
import { type Phrases, phrasesIn } from '../phrases.ts';
import { titleFrom } from '../title.ts';
import { type Cue, cueOf } from './cues.ts';
import { type Passage, readPassages } from './passages.ts';
import { type Study, studyPassages } from './study.ts';

const quotesMax = { closest: 4, cue: 4, theme: 3, voice: 2, key: 5 };
const voicesMax = 12;

/** Composes a report from sentences of the material. The same input gives the same output. */
export function draftReport(request: DraftRequest): Draft {
  const { prompt, template, sources, skipped } = request;
  const words = phrasesIn(request.language);
  const passages = readPassages(sources, request.language);
  const spoken = sources[0]?.language ?? detectLanguage(passages.map(({ text }) => text).join(' '));
  const study = studyPassages(passages, prompt, spoken);
  const claims: Draft['claims'] = {};
  const quote = (at: number) => {
    const passage = passages[at] as Passage;
    const id = `cit_${Object.keys(claims).length + 1}`;
    claims[id] = [passage.segment.id];
    return `> ${escapeMarkdown(passage.text.replace(/\s+/g, ' '))} [${id}]`;
  };
  const section = (heading: string, ...parts: string[]) =>
    [`## ${escapeMarkdown(heading)}`, ...parts].join('\n\n');
  const quoted = (heading: string, from: number[], count: number) => {
    const chosen = study.choose(from, count);
    return section(heading, ...(chosen.length > 0 ? chosen.map(quote) : [words.none]));
  };
  const places = passages.map((_, at) => at);
  const saying = (cue: Cue) => places.filter((at) => cueOf((passages[at] as Passage).text, spoken) === cue);
  const inTheme = (theme: Theme) =>
    section(
      theme.label,
      countLine(study, theme, words),
      ...study.choose(theme.members, quotesMax.theme).map(quote),
    );

  const closest = study.questionOccurs
    ? quoted(words.closest, study.relevant, quotesMax.closest)
    : section(words.closest, words.noMatch);
  const themes = () =>
    study.themes.length > 0 ? study.themes.map(inTheme) : [quoted(words.keyPassages, places, quotesMax.key)];
  const glance = study.themes.length > 0 ? [section(words.glance, themeTable(study, words))] : [];
  const method = section(words.method, words.methodText, ...notRead(skipped, words));
  const bodies: Record<Template, () => string[]> = {
    summary: () => [closest, ...themes(), ...glance],
    usability: () => [
      closest,
      quoted(words.struggles, saying('struggle'), quotesMax.cue),
      quoted(words.worked, saying('praise'), quotesMax.cue),
      quoted(words.wishes, saying('wish'), quotesMax.cue),
      ...glance,
    ],
    interview: () => [closest, ...themes(), section(words.voices, ...voices(study, quote)), ...glance],
    survey: () => [...glance, closest, ...themes()],
  };
  return {
    title: titleFrom(prompt),
    summary: summarise(study, sources, words),
    body: [...bodies[template](), method].join('\n\n'),
    claims,
  };
}

function summarise({ passages, themes }: Study, sources: Source[], words: Phrases): string {
  const counts = `${words.files}: ${sources.length} · ${words.speakers}: ${new Set(passages.map(({ voice }) => voice)).size} · ${words.passages}: ${passages.length}.`;
  if (themes.length === 0) return counts;
  const named = themes.map(({ label, members }) => `${escapeMarkdown(label)} (${members.length})`);
  return `${words.mostCommon}: ${named.join(', ')}. ${counts}`;
}

function voicesOf({ passages }: Study, members: number[]): [string, number][] {
  const tally = new Map<string, number>();
  for (const at of members) {
    const { voice } = passages[at] as Passage;
    tally.set(voice, (tally.get(voice) ?? 0) + 1);
  }
  return [...tally].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

const nameVoices = (voices: [string, number][]) =>
  voices
    .slice(0, voicesMax)
    .map(([voice, count]) => `${escapeMarkdown(voice)} ${count}`)
    .join(', ') + (voices.length > voicesMax ? ' …' : '');

function countLine(study: Study, { members }: Theme, words: Phrases): string {
  const voices = voicesOf(study, members);
  const all = new Set(study.passages.map(({ voice }) => voice)).size;
  return `${words.table[1]}: ${members.length} · ${words.speakers}: ${voices.length}/${all} (${nameVoices(voices)})`;
}

function themeTable(study: Study, words: Phrases): string {
  const rows = study.themes.map(({ label, members }) => {
    const voices = voicesOf(study, members);
    return [escapeMarkdown(label), members.length, voices.length, nameVoices(voices)];
  });
  return [words.table, ['---', '---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

function voices(study: Study, quote: (at: number) => string): string[] {
  const all = study.passages.map((_, at) => at);
  return voicesOf(study, all)
    .slice(0, voicesMax)
    .flatMap(([voice]) => {
      const own = all.filter((at) => study.passages[at]?.voice === voice);
      const chosen = study.choose(own, quotesMax.voice);
      return chosen.length > 0 ? [`### ${escapeMarkdown(voice)}`, ...chosen.map(quote)] : [];
    });
}

const notRead = (skipped: Skipped[], words: Phrases) =>
  skipped.length > 0 ? [`${words.notRead}: ${skipped.length}.`] : [];

import { chooseDiverse } from '../../../../platform/ai/text-analysis/index.ts';
import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { Draft } from '../draft.ts';
import type { Phrases } from '../phrases.ts';
import { type Analysis, countBySpeaker, passagesWith, speakersOf, themesWith } from './analysis.ts';
import type { Cue } from './cues.ts';
import { expresses } from './opinions.ts';
import { fill } from './summarize.ts';

const quotesMax = { opinion: 3, theme: 3, speaker: 2, key: 6, other: 4 };
const opinionThemesMax = 5;
const speakersMax = 12;

/** Writes the sections of a report, in their order. Except for opposite opinions, no passage is quoted twice. */
export interface Composer {
  namedSegments: Draft['namedSegments'];
  answer(): string;
  /** The remarks of one kind by theme. Those that are also of the kind `except` have their own section. */
  opinions(heading: string, opinion: Cue, except?: Cue): string;
  disagreements(): string;
  /** A section for each theme. */
  allThemes(): string;
  /** One section for the themes that no section has shown yet. */
  otherThemes(): string;
  bySpeaker(): string;
  glance(): string;
  /** `quotedIn` says where the quotations are. */
  method(counts: { compared: number; all: number; skipped: number; quotedIn: string }): string;
}

export function createComposer(analysis: Analysis, phrases: Phrases): Composer {
  const { passages, scores, similarity, themes, answers, judgements } = analysis;
  const namedSegments: Draft['namedSegments'] = {};
  const used = new Set<number>();
  const shown = new Set<string>();
  const allSpeakers = speakersOf(analysis).size;
  const allIndexes = passages.map((_, at) => at);
  const speakerOf = (at: number) => passages[at]?.speakerName ?? '';

  const quote = (at: number) => {
    const passage = passages[at];
    if (!passage) return '';
    used.add(at);
    const id = `cit_${Object.keys(namedSegments).length + 1}`;
    namedSegments[id] = [passage.segment.id];
    return `> ${escapeMarkdown(passage.text.replace(/\s+/g, ' '))} [${id}]`;
  };
  /** The best unused passages that differ from each other, by different participants if possible. */
  const choose = (from: number[], count: number) => {
    const free = from.filter((at) => !used.has(at)).slice(0, 200);
    const chosen = chooseDiverse({ from: free, scores, similarity, count, source: speakerOf });
    return chosen.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).map(quote);
  };
  const heading = (level: number, text: string) => `${'#'.repeat(level)} ${escapeMarkdown(text)}`;
  const join = (...parts: (string | string[])[]) => parts.flat().filter(Boolean).join('\n\n');
  const counted = (members: number[]) => {
    const speakers = countBySpeaker(analysis, members);
    const count = `${members.length} ${phrases.passages[members.length === 1 ? 0 : 1]}`;
    if (allSpeakers < 2) return `${count}.`;
    return `${fill(phrases.people, speakers.length, allSpeakers)}, ${count}: ${nameSpeakers(speakers)}.`;
  };
  /** Says where the passages are that are not among the quotes. Call it after the quotes were chosen. */
  const elsewhere = (members: number[], quotes: string[]) => {
    const left = members.filter((at) => !used.has(at)).length;
    const above = members.length - quotes.length - left;
    const all = above === members.length;
    return [
      above > 0 ? (all ? phrases.quotedAbove : fill(phrases.someQuotedAbove, above, above)) : '',
      left > 0 ? fill(phrases.notShown, left, left) : '',
    ]
      .map((sentence) => sentence && ` ${sentence}`)
      .join('');
  };
  const group = (level: number, label: string, members: number[], count: number) => {
    shown.add(label);
    const quotes = choose(members, count);
    return join(heading(level, label), `${counted(members)}${elsewhere(members, quotes)}`, quotes);
  };

  return {
    namedSegments,
    answer() {
      const { quoted, speakers, related, closest } = answers;
      if (quoted.length === 0)
        return join(
          heading(2, phrases.answer),
          closest.length > 0 ? phrases.closest : phrases.noMatch,
          closest.map(quote),
        );
      const about = analysis.question.parts.length > 0 && allSpeakers > 1;
      return join(
        heading(2, phrases.answer),
        about ? fill(phrases.about, speakers.size, allSpeakers) : '',
        quoted.map(quote),
        related.length > 0 ? [phrases.related, ...related.map(quote)] : '',
      );
    },
    opinions(title, opinion, except) {
      const members = passagesWith(analysis, opinion).filter(
        (at) => !except || !expresses(judgements[at], except),
      );
      if (members.length === 0) return join(heading(2, title), phrases.none);
      const groups = themesWith(analysis, members).slice(0, opinionThemesMax);
      const grouped = new Set(groups.flatMap((of) => of.members));
      const written = groups.map((of) => group(3, of.label, of.members, quotesMax.opinion));
      const others = byScore(members.filter((at) => !grouped.has(at)));
      const quotes = choose(others, quotesMax.other);
      if (groups.length === 0)
        return join(heading(2, title), `${counted(members)}${elsewhere(members, quotes)}`, quotes);
      const rest = `${counted(others)}${elsewhere(others, quotes)}`;
      return join(
        heading(2, title),
        counted(members),
        written,
        others.length > 0 ? [heading(3, phrases.otherRemarks), rest, ...quotes] : '',
      );
    },
    disagreements() {
      const { disagreements } = analysis;
      if (disagreements.length === 0) return '';
      return join(
        heading(2, phrases.disagreements),
        disagreements.map(({ label, positive, negative }) =>
          join(
            heading(3, label),
            `**${phrases.positive}**`,
            positive.map(quote),
            `**${phrases.negative}**`,
            negative.map(quote),
          ),
        ),
      );
    },
    allThemes() {
      if (themes.length > 0)
        return join(themes.map(({ label, members }) => group(2, label, members, quotesMax.theme)));
      return keyPassages();
    },
    otherThemes() {
      if (themes.length === 0) return keyPassages();
      const others = themes.filter(({ label }) => !shown.has(label));
      if (others.length === 0) return '';
      return join(
        heading(2, phrases.otherThemes),
        others.map(({ label, members }) => group(3, label, members, quotesMax.theme)),
      );
    },
    bySpeaker() {
      const parts = countBySpeaker(analysis, allIndexes)
        .slice(0, speakersMax)
        .map(([name]) => {
          const own = byScore(allIndexes.filter((at) => speakerOf(at) === name));
          const quotes = choose(own, quotesMax.speaker);
          return quotes.length > 0 ? join(heading(3, name), quotes) : '';
        });
      return parts.some(Boolean) ? join(heading(2, phrases.bySpeaker), parts) : '';
    },
    glance() {
      if (themes.length === 0) return '';
      const rows = themes.map(({ label, members }) => {
        const speakers = countBySpeaker(analysis, members);
        const count = (opinion: Cue) => members.filter((at) => expresses(judgements[at], opinion)).length;
        return [
          escapeMarkdown(label),
          speakers.length,
          members.length,
          count('struggle'),
          count('praise'),
          nameSpeakers(speakers),
        ];
      });
      const table = [phrases.table, phrases.table.map(() => '---'), ...rows].map(
        (row) => `| ${row.join(' | ')} |`,
      );
      return join(heading(2, phrases.glance), table.join('\n'));
    },
    method: ({ compared, all, skipped, quotedIn }) =>
      join(
        heading(2, phrases.method),
        `${analysis.vectors ? phrases.methodMeaning : phrases.methodWords} ${phrases.methodText.replace('{source}', quotedIn)}`,
        compared < all ? fill(phrases.compared, compared, all) : '',
        skipped > 0 ? `${phrases.notRead}: ${skipped}.` : '',
      ),
  };

  function byScore(members: number[]): number[] {
    return members.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  }

  function keyPassages(): string {
    const quotes = choose(byScore(allIndexes), quotesMax.key);
    return quotes.length > 0 ? join(heading(2, phrases.keyPassages), quotes) : '';
  }
}

const nameSpeakers = (speakers: [string, number][]) =>
  speakers
    .slice(0, speakersMax)
    .map(([name, count]) => `${escapeMarkdown(name)} ${count}`)
    .join(', ') + (speakers.length > speakersMax ? ' …' : '');

import type { AnswerPassage } from '../answer.ts';
import type { Phrases } from '../phrases.ts';
import { findPassageThemes } from './themes.ts';

const themesMax = 4;
/** With fewer passages, headings would separate what is easier to read together. */
export const themedPassagesMin = 8;
/** The best passages that are shown before the themes. */
const leadMax = 3;

interface GroupingRequest {
  mode: 'question' | 'overview' | 'empty';
  language: string | null;
  terms: { stem: string }[];
  /** The language of each file. */
  languages: Record<string, string | null>;
  vectors: Map<string, Float32Array>;
}

/** The passages of an answer in the order in which they are shown. `ranked` are the passages, the best first. */
export const groupPassages = (ranked: AnswerPassage[], request: GroupingRequest, phrases: Phrases): Group[] =>
  leadWithBest(byBestPassage(groupByTheme(ranked, request, phrases), ranked), ranked);

export interface Group {
  heading: string | undefined;
  isTheme: boolean;
  passages: AnswerPassage[];
}

export function groupByTheme(passages: AnswerPassage[], request: GroupingRequest, phrases: Phrases): Group[] {
  if (passages.length < themedPassagesMin) return [{ heading: undefined, isTheme: false, passages }];
  const themes = findPassageThemes(passages, {
    themesMax,
    isOverview: request.mode === 'overview',
    askedStems: request.terms.map(({ stem }) => stem),
    languageOf: (fileId) => request.languages[fileId] ?? request.language,
    vectors: request.vectors,
  });
  if (themes.length === 0) return [{ heading: undefined, isTheme: false, passages }];
  const taken = new Set(themes.flatMap((theme) => theme.passages));
  const others = passages.filter((passage) => !taken.has(passage));
  return [
    ...themes.map(({ label, passages: members }) => ({ heading: label, isTheme: true, passages: members })),
    ...(others.length > 0 ? [{ heading: phrases.otherPassages, isTheme: false, passages: others }] : []),
  ];
}

/** Themes in the order of their best passage, then the passages without a theme. */
function byBestPassage(groups: Group[], ranked: AnswerPassage[]): Group[] {
  const rankOf = ({ isTheme, passages }: Group) =>
    isTheme ? Math.min(...passages.map((passage) => ranked.indexOf(passage))) : ranked.length;
  return groups.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A theme with many passages would otherwise come before the passage that fits second best. */
function leadWithBest(groups: Group[], ranked: AnswerPassage[]): Group[] {
  if (groups.length < 2) return groups;
  const best = ranked.slice(0, leadMax);
  const others = groups.map((group) => ({
    ...group,
    passages: group.passages.filter((passage) => !best.includes(passage)),
  }));
  const lead = { heading: undefined, isTheme: false, passages: best };
  return [lead, ...others.filter(({ passages }) => passages.length > 0)];
}

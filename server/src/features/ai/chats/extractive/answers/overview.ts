import { combine, dot } from '../../../../../platform/ai/text-analysis/index.ts';
import { escapeMarkdown } from '../../../../evidence/markdown/index.ts';
import type { AnswerDraft, AnswerPassage } from '../../answer.ts';
import type { Phrases } from '../../phrases.ts';
import type { ComposeRequest } from '../compose-request.ts';
import { wordCount } from '../excerpt.ts';
import { type Group, groupByTheme } from '../group-passages.ts';
import { bySpeaker, chooseSpread } from './choose-passages.ts';
import { listNames, type Quoting } from './quoting.ts';

const quotesMax = { theme: 3, overview: 6, missing: 12 };

/** The question is about the material as a whole: shows its themes, with a quotation of everyone if possible. */
export function composeOverview(
  request: ComposeRequest,
  all: AnswerPassage[],
  { quote, namedSegments }: Quoting,
  phrases: Phrases,
): AnswerDraft {
  const { participantCount, documentCount, leaning } = request;
  const evidence = leaning ? leaningPassages(all, leaning) : all;
  if (leaning && evidence.length === 0) return { text: phrases.noAnswer, answered: false, namedSegments };
  const people = namesOf(evidence);
  const ordered = leaning ? evidence : byImportance(evidence, request.vectors);
  const groups = chooseGroups(ordered, request, phrases);
  const first = leaning
    ? phrases.lean(
        leaning,
        people.length,
        Math.max(participantCount, people.length),
        listNames(people, phrases),
      )
    : phrases.overview(participantCount, documentCount, {
        themes: groups.filter(({ isTheme }) => isTheme).length,
        shown: groups.reduce((sum, { passages }) => sum + passages.length, 0),
        passages: evidence.length,
      });
  return {
    text: [
      first,
      ...groups.flatMap(({ heading, passages }) => [
        ...(heading ? [`### ${escapeMarkdown(heading)}`] : []),
        ...bySpeaker(passages).map(quote),
      ]),
    ].join('\n\n'),
    answered: true,
    namedSegments,
  };
}

const namesOf = (passages: AnswerPassage[]) => [...new Set(passages.map(({ speakerName }) => speakerName))];

/** A few passages of each theme, and those that are shown besides the themes. */
function chooseGroups(ordered: AnswerPassage[], request: ComposeRequest, phrases: Phrases): Group[] {
  const themes = groupByTheme(ordered, { ...request, terms: [] }, phrases)
    .filter(({ isTheme }) => isTheme)
    .map((theme) => ({ ...theme, passages: chooseSpread(theme.passages, quotesMax.theme) }));
  const added = chooseBesides(ordered, new Set(themes.flatMap(({ passages }) => passages)));
  if (added.length === 0) return themes;
  const heading = themes.length > 0 ? phrases.otherPassages : undefined;
  return [...themes, { heading, passages: added, isTheme: false }];
}

/** Everyone is quoted at least once, if there are not too many. `taken` are the passages of the themes. */
function chooseBesides(ordered: AnswerPassage[], taken: Set<AnswerPassage>): AnswerPassage[] {
  const quoted = new Set(namesOf([...taken]));
  const missing = ordered.filter(({ speakerName }) => !quoted.has(speakerName));
  const others = ordered.filter((one) => !taken.has(one) && !missing.includes(one));
  const places = Math.max(
    quotesMax.overview - taken.size,
    Math.min(quotesMax.missing, namesOf(missing).length),
  );
  return chooseSpread([...missing, ...others], places);
}

/** What resembles most of the material first; without embeddings the longest first. */
function byImportance(passages: AnswerPassage[], vectors: Map<string, Float32Array>): AnswerPassage[] {
  const own = passages.flatMap(({ segment }) => vectors.get(segment.id) ?? []);
  const mean =
    own.length === passages.length && own.length > 0
      ? combine(own.map((vector) => ({ vector, weight: 1 })))
      : undefined;
  const importanceOf = ({ segment }: AnswerPassage) => {
    const vector = vectors.get(segment.id);
    return mean && vector ? dot(vector, mean) : wordCount(segment.text) / 1_000;
  };
  return passages.toSorted((a, b) => importanceOf(b) - importanceOf(a));
}

const leaningScoreMin = 0.3;

/** What is said in that mood, the strongest first. */
const leaningPassages = (passages: AnswerPassage[], leaning: 'negative' | 'positive') => {
  const strength = ({ sentiment }: AnswerPassage) =>
    (sentiment?.score ?? 0) * (leaning === 'negative' ? -1 : 1);
  return passages.filter((one) => strength(one) >= leaningScoreMin).sort((a, b) => strength(b) - strength(a));
};

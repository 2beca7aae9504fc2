import { escapeMarkdown } from '../../../../evidence/markdown/index.ts';
import type { AnswerDraft, AnswerPassage } from '../../answer.ts';
import type { Phrases } from '../../phrases.ts';
import type { ComposeRequest } from '../compose-request.ts';
import type { Decision } from '../decide.ts';
import { groupPassages, themedPassagesMin } from '../group-passages.ts';
import { topicOf } from '../topic.ts';
import { bySpeaker, chooseShown } from './choose-passages.ts';
import { listNames, type Quoting } from './quoting.ts';
import { relatedRecords } from './related-records.ts';

const quotesMax = { short: 5, themed: 8, withRelated: 5 };

/** The material answers the question: says who speaks about it, and quotes them. */
export function composeFound(
  request: ComposeRequest,
  { relevant, related }: Decision,
  { quote, namedSegments }: Quoting,
  phrases: Phrases,
): AnswerDraft {
  const sides = opposedViews(relevant);
  const disputed = sides?.flat() ?? [];
  const left = relevant.filter((one) => !disputed.includes(one));
  const count = left.length < themedPassagesMin ? quotesMax.short : quotesMax.themed;
  const shown = chooseShown(left, count - disputed.length);
  const body = (otherwise?: string) =>
    groupPassages(shown, request, phrases).flatMap(({ heading = otherwise, passages }) => [
      ...(heading ? [`### ${escapeMarkdown(heading)}`] : []),
      ...bySpeaker(passages).map(quote),
    ]);
  const differing = () => (sides ? quoteSides(sides, quote, phrases) : []);
  // The passage that fits best is among the first that a reader sees.
  const isBestDisputed = relevant[0] !== undefined && disputed.includes(relevant[0]);
  // The citations are numbered in the order of the calls.
  const found = isBestDisputed
    ? [...differing(), ...body(phrases.otherPassages)]
    : [...body(), ...differing()];
  const rest = left.length - shown.length;
  const near =
    request.asksFor === 'others'
      ? []
      : chooseShown(related, Math.max(0, quotesMax.withRelated - relevant.length));
  return {
    text: [
      whoSpeaks(relevant, request, phrases),
      ...found,
      ...(rest > 0 ? [phrases.more(rest)] : []),
      ...(near.length > 0 ? [`### ${phrases.related}`, ...bySpeaker(near).map(quote)] : []),
      ...relatedRecords(request.records, phrases),
    ].join('\n\n'),
    answered: true,
    namedSegments,
  };
}

/** The first sentence: how many participants speak about the topic, and who. Documents count only if no participant does. */
function whoSpeaks(relevant: AnswerPassage[], request: ComposeRequest, phrases: Phrases): string {
  const names = [...new Set(relevant.map(({ speakerName }) => speakerName))];
  const people = [...new Set(relevant.filter((one) => !one.isDocument).map((one) => one.speakerName))];
  const surfaces = request.terms.filter(({ documents }) => documents > 0).map(({ surface }) => surface);
  const topic = topicOf(request.question, request.language, surfaces);
  if (request.asksFor !== 'others' && request.named.length > 0)
    return phrases.namedSpeak(listNames(people, phrases), people.length, topic);
  if (people.length > 0) {
    const all = Math.max(request.participantCount, people.length);
    return phrases.speak(people.length, all, 'participants', topic, listNames(people, phrases));
  }
  const all = Math.max(request.documentCount, names.length);
  return phrases.speak(names.length, all, 'documents', topic, listNames(names, phrases));
}

const opposedScoreMin = 0.4;

type Sides = [positive: AnswerPassage[], negative: AnswerPassage[]];

/** One passage of each side, if participants disagree. */
function opposedViews(relevant: AnswerPassage[]): Sides | undefined {
  const of = (label: 'positive' | 'negative') =>
    relevant.filter(
      ({ sentiment }) => sentiment?.label === label && Math.abs(sentiment.score) >= opposedScoreMin,
    );
  const [positive] = of('positive');
  const negative = of('negative').find((one) => one.speakerName !== positive?.speakerName);
  return positive && negative ? [[positive], [negative]] : undefined;
}

const quoteSides = ([positive, negative]: Sides, quote: Quoting['quote'], phrases: Phrases): string[] => [
  `### ${phrases.differ}`,
  `${phrases.positive}:`,
  ...positive.map(quote),
  `${phrases.negative}:`,
  ...negative.map(quote),
];

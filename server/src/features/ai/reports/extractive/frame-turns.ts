import { isQuestion, type Source } from '../../../evidence/index.ts';

/** How interviewers greet, and what they ask before they begin. */
const greeting =
  /(?<!\p{L})(thank(s| you)|welcome|hello|hi|good (morning|afternoon|evening)|nice to|danke|willkommen|hallo|merci|bonjour|gracias|hola|grazie|buongiorno|obrigad|olá|dank|welkom)(?!\p{L})/iu;
const smallTalk =
  /(?<!\p{L})(how are you|hear me|see me|find the|mind if i record|record(ing)?|coffee|water|settled|ready|start)(?!\p{L})/iu;
/** How they end a conversation. */
const closing =
  /(?<!\p{L})(thank(s| you)|that's (all|everything|it)|that was (my|the) last|bye|goodbye|appreciate|good luck|enjoy|nothing (else|more)|i'll (let you|stop)|we're done|danke|das war|merci|gracias|grazie|obrigad|dank|bedankt)(?!\p{L})/iu;

/**
 * Turns at the beginning or the end of a file that answer a greeting, thanks or a goodbye of the interviewer. What the
 * interviewer says last is answered: after “Hello, what do you think of the shop?” comes an opinion.
 */
export function frameTurnsOf({ segments }: Source, interviewers: Set<string>): Set<string> {
  const found = new Set<string>();
  const [first, last] = [
    segments.findIndex(({ speaker }) => !interviewers.has(speaker)),
    segments.findLastIndex(({ speaker }) => !interviewers.has(speaker)),
  ];
  const before = (at: number) =>
    lastSentenceOf(segments.slice(0, at).findLast(({ speaker }) => interviewers.has(speaker))?.text ?? '');
  if (interviewers.size === 0 || segments.length < framedMin) return found;
  const [firstTurn, lastTurn] = [segments[first], segments[last]];
  const [opened, closed] = [before(first), before(last)];
  if (firstTurn && (smallTalk.test(opened) || (greeting.test(opened) && !isQuestion(opened))))
    found.add(firstTurn.id);
  if (lastTurn && closing.test(closed) && !isQuestion(closed)) found.add(lastTurn.id);
  return found;
}

const bySentence = new Intl.Segmenter(undefined, { granularity: 'sentence' });

const lastSentenceOf = (text: string) => [...bySentence.segment(text)].at(-1)?.segment ?? '';

/** Shorter conversations have no greeting. */
const framedMin = 8;

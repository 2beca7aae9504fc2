import type { Source } from '../../../evidence/index.ts';

/** How interviewers begin and end a conversation. */
const opening =
  /(?<!\p{L})(thank(s| you)|welcome|hello|hi|good (morning|afternoon|evening)|how are you|nice to|hear me|see me|find the|mind if i record|record(ing)?|coffee|water|settled|ready|start|danke|willkommen|hallo|merci|bonjour|gracias|hola|grazie|buongiorno|obrigad|olá|dank|welkom)(?!\p{L})/iu;
const closing =
  /(?<!\p{L})(thank(s| you)|that's (all|everything|it)|that was (my|the) last|bye|goodbye|appreciate|good luck|enjoy|nothing (else|more)|i'll (let you|stop)|we're done|danke|das war|merci|gracias|grazie|obrigad|dank|bedankt)(?!\p{L})/iu;

/** Turns at the beginning or the end of a file that answer a greeting, thanks or a goodbye of the interviewer. */
export function frameTurnsOf({ segments }: Source, interviewers: Set<string>): Set<string> {
  const found = new Set<string>();
  const [first, last] = [
    segments.findIndex(({ speaker }) => !interviewers.has(speaker)),
    segments.findLastIndex(({ speaker }) => !interviewers.has(speaker)),
  ];
  const before = (at: number) =>
    segments.slice(0, at).findLast(({ speaker }) => interviewers.has(speaker))?.text ?? '';
  if (interviewers.size === 0 || segments.length < framedMin) return found;
  const [firstTurn, lastTurn] = [segments[first], segments[last]];
  if (firstTurn && opening.test(before(first))) found.add(firstTurn.id);
  if (lastTurn && closing.test(before(last))) found.add(lastTurn.id);
  return found;
}

/** Shorter conversations have no greeting. */
const framedMin = 8;

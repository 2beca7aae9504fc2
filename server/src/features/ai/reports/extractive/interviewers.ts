import type { Source, SourceSegment } from '../../../evidence/index.ts';

const interviewerRole = /interview|moderat|research|facilitat|host/i;
const interviewerName =
  /^(interview(er)?(in)?|moderat(or|orin|rice|eur|ore)|researcher|facilitator|host|q|int|entrevistador(a)?|intervistat(ore|rice)|enquêt(eur|rice)|onderzoeker)\s*\d*$/i;
/** What interviewers say that is no question in form. */
const invitation =
  /(?<!\p{L})(tell me|walk me through|talk me through|could you (describe|show|explain)|let's (move on|start|talk about)|thank you for (joining|your time|taking)|thanks for (joining|your time|making|taking)|that's (really |very )?helpful|erzählen sie|erzähl mal|beschreiben sie|racontez|décrivez|cuénteme|cuéntame|describa|mi racconti|raccontami|conte-me|vertel)/iu;

export const isQuestion = (text: string): boolean => /[?？؟]["'”’»)\s]*$/u.test(text);

/** A speaker with at least this share of questions and invitations is treated as the interviewer. */
const promptingShareMin = 0.5;

/** The speakers of a file who ask instead of telling, by role, by name or because most of their turns are questions. */
export function interviewersOf({ segments }: Source): Set<string> {
  const tally = new Map<string, { prompting: number; turns: number; named: boolean }>();
  for (const segment of segments) {
    const of = tally.get(segment.speaker) ?? { prompting: 0, turns: 0, named: isNamedInterviewer(segment) };
    of.turns++;
    if (isQuestion(segment.text) || invitation.test(segment.text)) of.prompting++;
    tally.set(segment.speaker, of);
  }
  const found = [...tally].filter(([, of]) => of.named || of.prompting / of.turns >= promptingShareMin);
  // A file in which all speakers ask, such as a list of questions, has no interviewer.
  return new Set(found.length < tally.size ? found.map(([speaker]) => speaker) : []);
}

const isNamedInterviewer = ({ role, speaker }: SourceSegment) =>
  role ? interviewerRole.test(role) : interviewerName.test(speaker);

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

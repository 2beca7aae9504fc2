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

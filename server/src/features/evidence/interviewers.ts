import { isNamedInterviewer } from '@parley/transcript-text';
import type { Source, SourceSegment } from './source.ts';

/** A speaker of one file, with what tells interviewers from participants. */
export interface SpeakerTally {
  label: string;
  role: string | null;
  turns: number;
  /** How many of the turns are questions or invitations to speak. */
  prompts: number;
}

/** What interviewers say that is no question in form. */
const invitation =
  /(?<!\p{L})(tell me|walk me through|talk me through|could you (describe|show|explain)|let's (move on|start|talk about)|thank you for (joining|your time|taking)|thanks for (joining|your time|making|taking)|that's (really |very )?helpful|erzählen sie|erzähl mal|beschreiben sie|racontez|décrivez|cuénteme|cuéntame|describa|mi racconti|raccontami|conte-me|vertel)/iu;
/** A speaker with a larger share of prompts is treated as the interviewer. */
const promptShareMax = 0.5;

export const isQuestion = (text: string): boolean => /[?？؟]["'”’»)\s]*$/u.test(text);

const isPrompt = (text: string): boolean => isQuestion(text) || invitation.test(text);

/**
 * The interviewers among the speakers of one file: by role, by name, or because they mostly ask. Asking alone makes nobody
 * an interviewer if no one else would remain, because a list of questions has no interviewer.
 */
export function findInterviewers<T extends SpeakerTally>(speakers: T[]): Set<T> {
  const named = speakers.filter(isNamedInterviewer);
  const asking = speakers.filter(({ role, turns, prompts }) => !role && prompts / turns > promptShareMax);
  const found = new Set([...named, ...asking]);
  return found.size < speakers.length ? found : new Set(named);
}

type Turn = Pick<SourceSegment, 'speaker' | 'role' | 'text'>;

/** The names of the interviewers in the turns of one file. */
export function interviewersOf(turns: Turn[]): Set<string> {
  const tallies = new Map<string, SpeakerTally>();
  for (const { speaker, role, text } of turns) {
    const tally = tallies.get(speaker) ?? { label: speaker, role, turns: 0, prompts: 0 };
    tally.turns++;
    if (isPrompt(text)) tally.prompts++;
    tallies.set(speaker, tally);
  }
  return new Set([...findInterviewers([...tallies.values()])].map(({ label }) => label));
}

/** What is left without the interviewers. */
export function participantTurns<T extends Turn>(turns: T[]): T[] {
  const interviewers = interviewersOf(turns);
  return turns.filter(({ speaker }) => !interviewers.has(speaker));
}

/** The segments of a transcript without those of the interviewers. If that would remove all, it removes none. */
export function withoutInterviewer({ segments }: Source): SourceSegment[] {
  const remaining = participantTurns(segments);
  return remaining.length > 0 ? remaining : segments;
}

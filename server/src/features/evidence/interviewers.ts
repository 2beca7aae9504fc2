import type { Source, SourceSegment } from './source.ts';

const interviewerRole = /interview|moderat|research|facilitat|host/i;
const interviewerName = /^(interview(er)?|moderator(in)?|researcher|facilitator|host|interviewerin|q)$/i;
/** A speaker with a larger share of questions is treated as the interviewer. */
const questionShareMax = 0.5;
const endsWithQuestion = /[?？؟]["'”’»)\s]*$/u;

type Turn = Pick<SourceSegment, 'speaker' | 'role' | 'text'>;

/** The segments of a transcript without those of the interviewer. If that would remove all, it removes none. */
export function withoutInterviewer({ segments }: Source): SourceSegment[] {
  const remaining = participantTurns(segments);
  return remaining.length > 0 ? remaining : segments;
}

/**
 * What is left without the interviewers: by role, by name, or because they mostly ask. Asking alone removes nobody if no
 * other participant speaks.
 */
export function participantTurns<T extends Turn>(turns: T[]): T[] {
  const unnamed = turns.filter(
    ({ speaker, role }) => !(role ? interviewerRole.test(role) : interviewerName.test(speaker.trim())),
  );
  const asking = findAskingSpeakers(turns);
  const remaining = unnamed.filter(({ speaker, role }) => role || !asking.has(speaker));
  return remaining.length > 0 ? remaining : unnamed;
}

function findAskingSpeakers(segments: Turn[]): Set<string> {
  const tally = new Map<string, { questions: number; all: number }>();
  for (const { speaker, text } of segments) {
    const { questions, all } = tally.get(speaker) ?? { questions: 0, all: 0 };
    tally.set(speaker, { questions: questions + (endsWithQuestion.test(text) ? 1 : 0), all: all + 1 });
  }
  return new Set(
    [...tally].flatMap(([speaker, { questions, all }]) =>
      questions / all > questionShareMax ? [speaker] : [],
    ),
  );
}

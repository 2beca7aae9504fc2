import type { TurnRow } from '../store.ts';

/** Words a second at which a message is read. */
const readingPace = 4;
const secondsMin = 1;

interface Segment {
  speaker: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
}

const moderator = 'Moderator';

/**
 * The name in the transcript. It must differ from that of the moderator, because quotations name the speaker. The number of
 * the response tells participants without a name apart.
 */
export const speakerOf = (name: string | null, responseNumber: number): string =>
  name === null || name.trim() === '' || name.trim().toLowerCase() === moderator.toLowerCase()
    ? `Participant ${responseNumber}`
    : name.trim();

/**
 * The conversation as segments. A message of the moderator lasts as long as it takes to read it, and the participant's
 * begins after it and ends when it was sent. Segments never overlap, even if the clock went back, and end with the interview.
 */
export function toSegments(
  turns: TurnRow[],
  startedAt: Date,
  endedAt: Date | null,
  participant: string,
): Segment[] {
  let end = 0;
  const segments = turns.map((turn, i) => {
    const at = secondsAfter(startedAt, turn.created_at);
    const next = turns[i + 1];
    const start_seconds = Math.max(end, turn.role === 'moderator' ? at : 0);
    const reading = turn.text.split(/\s+/).length / readingPace;
    const until =
      turn.role === 'participant'
        ? at
        : Math.min(
            start_seconds + reading,
            next ? secondsAfter(startedAt, next.created_at) : Number.POSITIVE_INFINITY,
          );
    end = round(Math.max(until, start_seconds + secondsMin));
    return {
      speaker: turn.role === 'moderator' ? moderator : participant,
      start_seconds,
      end_seconds: end,
      text: turn.text,
    };
  });
  return endedAt ? fitInto(segments, secondsAfter(startedAt, endedAt)) : segments;
}

/** Moves the last segments before the end of the interview. Too many segments for its time stay as they are. */
function fitInto(segments: Segment[], seconds: number): Segment[] {
  if (segments.length * secondsMin > seconds) return segments;
  let limit = seconds;
  return segments
    .toReversed()
    .map((segment) => {
      const end_seconds = Math.min(segment.end_seconds, limit);
      const start_seconds = round(Math.min(segment.start_seconds, end_seconds - secondsMin));
      limit = start_seconds;
      return { ...segment, start_seconds, end_seconds };
    })
    .toReversed();
}

const secondsAfter = (start: Date, at: Date) => round(Math.max(0, (at.getTime() - start.getTime()) / 1_000));
const round = (seconds: number) => Math.round(seconds * 1_000) / 1_000;

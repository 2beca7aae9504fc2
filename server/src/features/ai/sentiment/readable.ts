import { participantTurns } from '../../evidence/index.ts';

export const skipReasons = [
  'no_transcript',
  'unsupported_language',
  'no_participant_speech',
  'too_long',
  'partly_another_language',
] as const;

/** A requested file that was not analyzed, or not completely (spec §6.4: nothing is omitted silently). */
export interface Skipped {
  file_id: string;
  reason: (typeof skipReasons)[number];
}

export interface TranscriptSpeaker {
  id: string;
  label: string;
  role: string | null;
}

/** The segments whose mood counts: all except those of interviewers and observers. */
export function participantSegments<S extends { speaker_id: string; text: string }>(
  speakers: TranscriptSpeaker[],
  segments: S[],
): S[] {
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  const turns = segments.map((segment) => {
    const speaker = byId.get(segment.speaker_id);
    return {
      segment,
      speaker: speaker?.label ?? segment.speaker_id,
      role: speaker?.role ?? null,
      text: segment.text,
    };
  });
  return participantTurns(turns.filter((turn) => !isObserver(turn))).map(({ segment }) => segment);
}

const isObserver = ({ role, speaker }: { role: string | null; speaker: string }) =>
  role === null ? /^observer$/i.test(speaker.trim()) : role === 'observer';

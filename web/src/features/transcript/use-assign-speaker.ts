import { isPending, type Segment } from '../../data/transcript.ts';
import { useTranscript } from './context.ts';
import { texts } from './texts.ts';
import { useChangeSegments } from './use-change-segments.ts';

/** A speaker of the transcript, or the label of a new one. */
export type SpeakerChoice = { id: string; label: string } | { label: string };

/** Gives segments another speaker; those that have it already stay as they are. */
export function useAssignSpeaker() {
  const change = useChangeSegments();
  return (segments: readonly Segment[], to: SpeakerChoice) => {
    const others = segments.filter(
      (segment) => !isPending(segment) && !('id' in to && segment.speaker_id === to.id),
    );
    const speaker = 'id' in to ? { speaker_id: to.id } : { speaker: to.label };
    return change(
      { name: texts.speakerChange(to.label), done: texts.speakerChanged(to.label, others.length) },
      others.map((segment) => ({ segment, ...speaker })),
    );
  };
}

/** The segments of the same speaker from this one to the end. */
export function useFromHereOn() {
  const { list } = useTranscript();
  return (segment: Segment): Segment[] =>
    list.segments
      .slice(list.indexOf.get(segment.id) ?? 0)
      .filter(({ speaker_id }) => speaker_id === segment.speaker_id);
}

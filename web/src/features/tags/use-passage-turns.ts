import { useQuery } from '@tanstack/react-query';
import type { Tagging } from '../../data/taggings.ts';
import { transcriptQuery, wordTimesQuery } from '../../data/transcript.ts';
import { turnsBetween, turnsOfPassage } from '../media/index.ts';

/**
 * Who says what in a tagged passage. The transcript is read only if the passage may contain the words of several people; until
 * then it is not shown as the quotation of one of them.
 */
export function usePassageTurns(tagging: Tagging) {
  const { file_id, target_type, target_id, end_segment_id, quote, detached } = tagging;
  const isPassage = target_type === 'segment' && end_segment_id !== null;
  const mayHaveSeveral =
    file_id !== null &&
    quote !== null &&
    !detached &&
    (target_type === 'clip' || (isPassage && end_segment_id !== target_id));
  const { data } = useQuery({ ...transcriptQuery(file_id ?? ''), enabled: mayHaveSeveral });
  const { data: times } = useQuery({
    ...wordTimesQuery(file_id ?? ''),
    enabled: mayHaveSeveral && target_type === 'clip',
  });
  const turns = mayHaveSeveral && data ? turnsOf(tagging, data.segments, times) : [];
  return { turns, hasOneSpeaker: !mayHaveSeveral || turns.length === 1 };
}

type Turns = Parameters<typeof turnsBetween>;

function turnsOf(tagging: Tagging, segments: Turns[2], times: Turns[3]) {
  const { start_seconds, end_seconds, end_segment_id, end_character } = tagging;
  if (tagging.target_type === 'segment' && end_segment_id !== null)
    return turnsOfPassage(
      {
        segmentId: tagging.target_id,
        startCharacter: tagging.start_character ?? 0,
        endSegmentId: end_segment_id,
        endCharacter: end_character ?? Number.POSITIVE_INFINITY,
      },
      segments,
    );
  return start_seconds === null || end_seconds === null
    ? []
    : turnsBetween(start_seconds, end_seconds, segments, times);
}

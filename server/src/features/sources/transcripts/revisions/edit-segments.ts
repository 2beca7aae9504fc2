import { invalid } from '../../../../foundation/errors.ts';
import { errorDetailsMax } from '../../../../foundation/limits.ts';
import type { SegmentEdits } from '../change-schema.ts';
import { createSpeakerIds } from '../segments.ts';
import type { SegmentRow, Speaker } from '../store.ts';
import type { Draft } from './edits.ts';

type Fault = { field: string; message: string };

/** Changes words and speakers of many segments at once. A fault of one refuses all. */
export function editSegments({ transcript, segments }: Draft, edits: SegmentEdits['segments']): Draft {
  const indexOf = new Map(segments.map(({ id }, index) => [id, index]));
  const seen = new Set<string>();
  const faults: Fault[] = [];
  const after = [...segments];
  // By id and by label, because a request may name as many speakers as it has segments.
  const speakers = new Map(transcript.speakers.map((speaker) => [speaker.id, speaker]));
  const nextId = createSpeakerIds(speakers);
  const labels = new Map(transcript.speakers.toReversed().map((speaker) => [speaker.label, speaker]));
  for (const [i, edit] of edits.entries()) {
    const index = indexOf.get(edit.id) ?? -1;
    const before = segments[index];
    const fault = before ? faultOf(edit, before, speakers, seen) : notThere;
    seen.add(edit.id);
    if (fault || !before) {
      if (fault) faults.push({ field: `segments.${i}.${fault.field}`, message: fault.message });
      if (faults.length >= errorDetailsMax) break;
      continue;
    }
    const label = edit.speaker?.trim();
    const named = label === undefined ? undefined : (labels.get(label) ?? addSpeaker(label));
    after[index] = {
      ...before,
      text: edit.text ?? before.text,
      speaker_id: edit.speaker_id ?? named?.id ?? before.speaker_id,
      // Text written by a person has no recognition confidence.
      confidence: edit.text === undefined || edit.text === before.text ? before.confidence : null,
    };
  }
  if (faults.length > 0) throw invalid(faults);
  return { transcript: { ...transcript, speakers: [...speakers.values()] }, segments: after };

  function addSpeaker(label: string): Speaker {
    const speaker = { id: nextId(), label, role: null };
    speakers.set(speaker.id, speaker);
    labels.set(label, speaker);
    return speaker;
  }
}

const notThere: Fault = { field: 'id', message: 'is not a segment of this transcript.' };

function faultOf(
  edit: SegmentEdits['segments'][number],
  { since_revision }: SegmentRow,
  speakers: ReadonlyMap<string, Speaker>,
  seen: ReadonlySet<string>,
): Fault | undefined {
  if (seen.has(edit.id)) return { field: 'id', message: 'appears more than once.' };
  if (edit.speaker_id !== undefined && edit.speaker !== undefined)
    return { field: 'speaker', message: 'Send either speaker or speaker_id.' };
  if (edit.speaker_id !== undefined && !speakers.has(edit.speaker_id))
    return { field: 'speaker_id', message: 'is not a speaker of this transcript.' };
  if (edit.expected_version !== undefined && edit.expected_version !== since_revision)
    return {
      field: 'expected_version',
      message: `This segment was changed and is at version ${since_revision} now. Read it again.`,
    };
  return undefined;
}

import { joinTexts } from '@parley/transcript-text';
import { invalid, invalidField, notFound } from '../../../../foundation/errors.ts';
import { newId } from '../../../../foundation/ids.ts';
import { sliceOf } from '../anchors/tokens.ts';
import type { SegmentEdit, SpeakerEdit } from '../change-schema.ts';
import { segmentCharactersMax } from '../limits.ts';
import { toSegments } from '../schema.ts';
import { countWords, createSpeakerIds, isTooLong, timeFaults } from '../segments.ts';
import type { SegmentRow, Speaker, TranscriptRow } from '../store.ts';

/** A transcript and its segments, before or after an edit. */
export interface Draft {
  transcript: TranscriptRow;
  segments: SegmentRow[];
}

export function editSegment({ transcript, segments }: Draft, segmentId: string, edit: SegmentEdit): Draft {
  const index = indexOf(segments, segmentId);
  const before = segments[index] as SegmentRow;
  if (edit.speaker_id !== undefined && !transcript.speakers.some(({ id }) => id === edit.speaker_id))
    throw invalidField('speaker_id', 'is not a speaker of this transcript.');
  if (edit.speaker_id !== undefined && edit.speaker !== undefined)
    throw invalidField('speaker', 'Send either speaker or speaker_id.');
  const named = edit.speaker === undefined ? undefined : namedSpeaker(transcript.speakers, edit.speaker);
  const after: SegmentRow = {
    ...before,
    text: edit.text ?? before.text,
    speaker_id: edit.speaker_id ?? named?.id ?? before.speaker_id,
    start_seconds: edit.start_seconds ?? before.start_seconds,
    end_seconds: edit.end_seconds ?? before.end_seconds,
    // Text written by a person has no recognition confidence.
    confidence: edit.text === undefined || edit.text === before.text ? before.confidence : null,
  };
  const neighbors = [segments[index - 1], after, segments[index + 1]].filter((s) => s !== undefined);
  const faults = timeFaults(neighbors, 'segments').map(({ field, message }) =>
    Number(field.split('.')[1]) > neighbors.indexOf(after)
      ? { field: 'end_seconds', message: 'overlaps the next segment.' }
      : {
          field: field.split('.')[2] as string,
          message: message.replace(/segment \d+/, 'the segment before'),
        },
  );
  if (faults.length > 0) throw invalid(faults);
  const speakers =
    named && !transcript.speakers.includes(named) ? [...transcript.speakers, named] : transcript.speakers;
  return { transcript: { ...transcript, speakers }, segments: segments.with(index, after) };
}

/** The speaker with this label, or a new one. */
function namedSpeaker(speakers: Speaker[], name: string): Speaker {
  const label = name.trim();
  const known = speakers.find((speaker) => speaker.label === label);
  return known ?? { id: createSpeakerIds(new Map(speakers.map((s) => [s.id, s])))(), label, role: null };
}

export function splitSegment(
  draft: Draft,
  segmentId: string,
  at: { at_seconds: number; at_character: number },
  atMs: number,
): Draft {
  const index = indexOf(draft.segments, segmentId);
  const whole = draft.segments[index] as SegmentRow;
  const first = sliceOf(whole.text, 0, at.at_character).trimEnd();
  const second = sliceOf(whole.text, at.at_character).trimStart();
  const faults = [];
  if (at.at_seconds <= whole.start_seconds || at.at_seconds >= whole.end_seconds)
    faults.push({ field: 'at_seconds', message: 'must be inside the segment.' });
  if (!first || !second)
    faults.push({
      field: 'at_character',
      message: 'must leave text on both sides.',
    });
  if (faults.length > 0) throw invalid(faults);
  const parts: SegmentRow[] = [
    { ...whole, text: first, end_seconds: at.at_seconds },
    { ...whole, id: newId('segment', atMs), text: second, start_seconds: at.at_seconds },
  ];
  return { ...draft, segments: draft.segments.toSpliced(index, 1, ...parts) };
}

/**
 * Joins a segment with the next one. The joined segment has the id of the first. `textBeforeSplit` is the text that was split
 * into the two, if they are the result of a split.
 */
export function joinSegment(draft: Draft, segmentId: string, textBeforeSplit?: string): Draft {
  const index = indexOf(draft.segments, segmentId);
  const first = draft.segments[index] as SegmentRow;
  const second = draft.segments[index + 1];
  if (!second)
    throw invalidField('segment_id', 'This is the last segment, so there is no next segment to join.');
  const text = joinAsBefore(first.text, second.text, textBeforeSplit);
  if (isTooLong(text))
    throw invalidField('segment_id', `The joined text has more than ${segmentCharactersMax} characters.`);
  const confidence = meanConfidence([first, second]);
  const joined = {
    ...first,
    text,
    end_seconds: second.end_seconds,
    confidence,
  };
  return { ...draft, segments: draft.segments.toSpliced(index, 2, joined) };
}

/** A word that was split is joined without a space. */
function joinAsBefore(first: string, second: string, textBeforeSplit = ''): string {
  const texts = ['', ' '].map((separator) => `${first}${separator}${second}`);
  return texts.find((text) => textBeforeSplit.includes(text)) ?? joinTexts([first, second]);
}

function meanConfidence(segments: SegmentRow[]): number | null {
  const known = segments.filter((s) => s.confidence !== null);
  if (known.length < segments.length) return null;
  const words = known.reduce((sum, s) => sum + countWords(s.text), 0) || 1;
  return known.reduce((sum, s) => sum + (s.confidence as number) * countWords(s.text), 0) / words;
}

export function editSpeaker({ transcript, segments }: Draft, speakerId: string, edit: SpeakerEdit): Draft {
  const speaker = getSpeaker(transcript.speakers, speakerId);
  const label = edit.label?.trim() ?? speaker.label;
  if (transcript.speakers.some((other) => other.id !== speakerId && other.label === label))
    throw invalidField('label', 'Another speaker has this label: merge the two instead.');
  const after = { ...speaker, label, role: edit.role === undefined ? speaker.role : edit.role };
  const speakers = transcript.speakers.map((other) => (other.id === speakerId ? after : other));
  return { transcript: { ...transcript, speakers }, segments };
}

export function mergeSpeaker({ transcript, segments }: Draft, speakerId: string, intoId: string): Draft {
  getSpeaker(transcript.speakers, speakerId);
  if (speakerId === intoId) throw invalidField('into_speaker_id', 'must be another speaker.');
  if (!transcript.speakers.some(({ id }) => id === intoId))
    throw invalidField('into_speaker_id', 'is not a speaker of this transcript.');
  return {
    transcript: { ...transcript, speakers: transcript.speakers.filter(({ id }) => id !== speakerId) },
    segments: segments.map((s) => (s.speaker_id === speakerId ? { ...s, speaker_id: intoId } : s)),
  };
}

/** The segments that an edit changed or removed, for clients that cache the transcript. */
export function changeOf(before: Draft, after: Draft) {
  const now = new Set(after.segments.map((s) => s.id));
  const isRevised = after.transcript.revision !== before.transcript.revision;
  const changed = after.segments.filter((s) => isRevised && s.since_revision === after.transcript.revision);
  return {
    file_id: after.transcript.file_id,
    revision: after.transcript.revision,
    segments: toSegments(changed, after.transcript.speakers),
    removed_segment_ids: before.segments.filter((s) => !now.has(s.id)).map((s) => s.id),
  };
}

function indexOf(segments: SegmentRow[], segmentId: string): number {
  const index = segments.findIndex((segment) => segment.id === segmentId);
  if (index < 0) throw notFound('Segment');
  return index;
}

function getSpeaker(speakers: Speaker[], speakerId: string): Speaker {
  const speaker = speakers.find((candidate) => candidate.id === speakerId);
  if (!speaker) throw notFound('Speaker');
  return speaker;
}

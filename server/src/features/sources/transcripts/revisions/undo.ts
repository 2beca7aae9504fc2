import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../../../foundation/errors.ts';
import { isSame, timeFaults } from '../segments.ts';
import type { SegmentRow, Speaker } from '../store.ts';

interface State {
  speakers: Speaker[];
  language: string | null;
  segments: SegmentRow[];
}

/**
 * Returns the current transcript without the change from `previous` to `changed`. Refused if the same segments or the
 * speakers were changed since: then neither version would be correct.
 */
export function undoChange(current: State, previous: State, changed: State): State {
  const [oldSegments, changedSegments, currentSegments] = [previous, changed, current].map(
    ({ segments }) => new Map(segments.map((segment) => [segment.id, segment])),
  ) as [Map<string, SegmentRow>, Map<string, SegmentRow>, Map<string, SegmentRow>];
  const touched = new Set<string>();
  for (const id of new Set([...oldSegments.keys(), ...changedSegments.keys()])) {
    const [old, changedSegment] = [oldSegments.get(id), changedSegments.get(id)];
    if (old && changedSegment && isSame(old, changedSegment)) continue;
    touched.add(id);
    const currentSegment = currentSegments.get(id);
    if (
      changedSegment
        ? !currentSegment || !isSame(changedSegment, currentSegment)
        : currentSegment !== undefined
    )
      throw changedSince();
  }
  const segments = [
    ...current.segments.filter(({ id }) => !touched.has(id)),
    ...previous.segments.filter(({ id }) => touched.has(id)),
  ].sort((a, b) => a.start_seconds - b.start_seconds || a.end_seconds - b.end_seconds);
  const speakers = undoValue(current.speakers, previous.speakers, changed.speakers);
  const language = undoValue(current.language, previous.language, changed.language);
  const known = new Set(speakers.map(({ id }) => id));
  if (timeFaults(segments).length > 0 || segments.some(({ speaker_id }) => !known.has(speaker_id)))
    throw changedSince();
  return { speakers, language, segments };
}

function undoValue<T>(current: T, previous: T, changed: T): T {
  if (isDeepStrictEqual(previous, changed)) return current;
  if (!isDeepStrictEqual(current, changed)) throw changedSince();
  return previous;
}

const changedSince = () =>
  invalidField('file_id', 'The same part was changed again since. Revert to a revision, or edit it by hand.');

import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../../foundation/errors.ts';
import { isSame, timeFaults } from './segments.ts';
import type { SegmentRow, Speaker } from './store.ts';

interface State {
  speakers: Speaker[];
  language: string | null;
  segments: SegmentRow[];
}

/**
 * The present transcript without the change that led from `previous` to `changed`. Refused where somebody changed the same
 * segments or the speakers since: then neither version would be right.
 */
export function undoChange(present: State, previous: State, changed: State): State {
  const [was, then, now] = [previous, changed, present].map(
    ({ segments }) => new Map(segments.map((segment) => [segment.id, segment])),
  ) as [Map<string, SegmentRow>, Map<string, SegmentRow>, Map<string, SegmentRow>];
  const touched = new Set<string>();
  for (const id of new Set([...was.keys(), ...then.keys()])) {
    const [old, made] = [was.get(id), then.get(id)];
    if (old && made && isSame(old, made)) continue;
    touched.add(id);
    const current = now.get(id);
    if (made ? !current || !isSame(made, current) : current !== undefined) throw changedSince();
  }
  const segments = [
    ...present.segments.filter(({ id }) => !touched.has(id)),
    ...previous.segments.filter(({ id }) => touched.has(id)),
  ].sort((a, b) => a.start_seconds - b.start_seconds || a.end_seconds - b.end_seconds);
  const speakers = undoValue(present.speakers, previous.speakers, changed.speakers);
  const language = undoValue(present.language, previous.language, changed.language);
  const known = new Set(speakers.map(({ id }) => id));
  if (timeFaults(segments).length > 0 || segments.some(({ speaker_id }) => !known.has(speaker_id)))
    throw changedSince();
  return { speakers, language, segments };
}

function undoValue<T>(present: T, previous: T, changed: T): T {
  if (isDeepStrictEqual(previous, changed)) return present;
  if (!isDeepStrictEqual(present, changed)) throw changedSince();
  return previous;
}

const changedSince = () =>
  invalidField('file_id', 'The same part was changed again since. Revert to a revision, or edit it by hand.');

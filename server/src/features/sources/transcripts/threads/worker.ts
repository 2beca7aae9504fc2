import { AppError } from '../../../../foundation/errors.ts';
import { type MovedAnchors, moveStoredAnchors } from '../anchors/move-stored-anchors.ts';
import { parseSubtitles } from '../formats/parse-subtitles.ts';
import { trimOverlaps } from '../segments.ts';
import type { ParseOutcome, TranscriptTask } from './protocol.ts';

/** The thread behind transcript-threads.ts. */
export function work(task: TranscriptTask): ParseOutcome | MovedAnchors {
  if (task.kind === 'parse') return parse(task.content);
  const { before, after } = task;
  return moveStoredAnchors(task.rows, {
    ...task.change,
    before: JSON.parse(before),
    after: JSON.parse(after),
  });
}

function parse(content: string): ParseOutcome {
  try {
    return { segments: JSON.stringify(trimOverlaps(parseSubtitles(content))) };
  } catch (error) {
    // The class of an error is lost when it passes between threads.
    if (error instanceof AppError) return { faults: error.details };
    throw error;
  }
}

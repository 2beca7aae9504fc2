import type { Turn } from './recognizer.ts';
import type { FinishedStep, SpokenSegment } from './speech.ts';

interface FinishedWork {
  turns?: Turn[];
  language?: string;
  turnsDone: number;
  segments: SpokenSegment[];
}

/** Sums up the steps of earlier attempts. Steps of another model do not count, because its words and times differ. */
export function sumUpSteps(steps: FinishedStep[], model: string): FinishedWork {
  const work: FinishedWork = { turnsDone: 0, segments: [] };
  const start = steps.findLastIndex((step) => step.kind === 'turns');
  for (const step of start < 0 ? [] : steps.slice(start)) {
    if (step.kind === 'turns') {
      if (step.model !== model) return work;
      work.turns = step.turns;
    } else if (step.kind === 'language') work.language = step.language;
    else {
      work.turnsDone = step.turns_done;
      work.segments.push(...step.segments);
    }
  }
  return work;
}

import { indexAfter } from './follow-rules.ts';
import type { Guide, Reading, Turn } from './step.ts';

interface Coverage {
  question_id: string;
  status: 'covered' | 'partial' | 'missed';
}

/**
 * How well each question was answered. Questions that the rules jumped over are left out. A question that was not
 * reached, or got “I don't know” or a refusal, is missed.
 */
export function coverageOf({ questions }: Guide, turns: Turn[]): Coverage[] {
  const readings = readingsByQuestion(turns);
  const found: Coverage[] = [];
  for (let at = 0; at < questions.length; ) {
    const question = questions[at] as (typeof questions)[number];
    const { answers, shown } = readings.get(question.id) ?? { answers: [], shown: false };
    if (question.type !== 'statement') found.push({ question_id: question.id, status: statusOf(answers) });
    const first = answers.findLast(({ direct }) => direct)?.reading;
    // Where the interview ended, the rest is what follows without rules.
    const isReached = shown || [...readings.keys()].some((id) => indexOf(questions, id) > at);
    at = isReached
      ? indexAfter(questions, at, {
          skipped: first === undefined,
          value: first?.value ?? null,
          option_ids: first?.option_ids ?? [],
        })
      : at + 1;
  }
  return found;
}

const indexOf = (questions: Guide['questions'], id: string) =>
  questions.findIndex((question) => question.id === id);

interface Answer {
  reading: Reading;
  /** To the question itself, not to a probe. */
  direct: boolean;
}

function readingsByQuestion(turns: Turn[]): Map<string, { answers: Answer[]; shown: boolean }> {
  const found = new Map<string, { answers: Answer[]; shown: boolean }>();
  let current: { answers: Answer[]; shown: boolean } | undefined;
  let direct = true;
  for (const turn of turns) {
    if (turn.role === 'participant') {
      if (turn.reading.kind !== 'question') current?.answers.push({ reading: turn.reading, direct });
      continue;
    }
    const { step } = turn;
    direct = step.kind === 'ask' || step.kind === 'clarify';
    current =
      'question_id' in step ? (found.get(step.question_id) ?? { answers: [], shown: true }) : undefined;
    if (current && 'question_id' in step) found.set(step.question_id, current);
  }
  return found;
}

function statusOf(answers: Answer[]): Coverage['status'] {
  const kinds = answers.map(({ reading }) => reading.kind);
  if (kinds.includes('full')) return 'covered';
  return kinds.some((kind) => kind === 'short' || kind === 'unreadable' || kind === 'upset')
    ? 'partial'
    : 'missed';
}

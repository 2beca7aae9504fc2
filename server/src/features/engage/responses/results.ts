import type { Db } from '../../../platform/database/index.ts';
import type { Question, Screener } from '../tests/index.ts';
import {
  countByStatus,
  countQualified,
  countScreener,
  countValues,
  type QuestionSummary,
  summarizeQuestions,
  type ValueCount,
} from './results-store.ts';

interface SummarizedTest {
  id: string;
  questions: Question[];
  screener: Screener | null;
}

/** The results of a test: completed responses that are not simulated. Quality flags are counted and exclude nothing. */
export async function readResults(db: Db, test: SummarizedTest) {
  const [counts, summaries, values] = await Promise.all([
    countByStatus(db, test.id),
    summarizeQuestions(db, test.id),
    countValues(db, test.id),
  ]);
  const byQuestion = new Map(summaries.map((summary) => [summary.question_id, summary]));
  const { started, median_duration_seconds, flagged, ...statuses } = counts;
  return {
    test_id: test.id,
    response_count: started,
    ...statuses,
    flagged,
    median_duration_seconds: toMilliseconds(median_duration_seconds),
    screener: test.screener && (await readScreener(db, test.id, test.screener, started)),
    questions: test.questions
      .filter(({ type }) => type !== 'statement')
      .map((question) =>
        toQuestionResult(
          question,
          byQuestion.get(question.id),
          values.filter(({ question_id }) => question_id === question.id),
        ),
      ),
  };
}

async function readScreener(db: Db, testId: string, { questions }: Screener, started: number) {
  const [rows, qualified] = await Promise.all([countScreener(db, testId), countQualified(db, testId)]);
  const counts = questions.map(({ id, text }) => {
    const row = rows.find(({ question_id }) => question_id === id);
    return {
      question_id: id,
      question: text,
      answered: row?.reached ?? 0,
      screened_out: row?.screened_out ?? 0,
    };
  });
  const screened_out = counts.reduce((sum, row) => sum + row.screened_out, 0);
  return { started, screened_out, qualified, questions: counts };
}

function toQuestionResult(question: Question, summary: QuestionSummary | undefined, values: ValueCount[]) {
  const answered = summary?.answered ?? 0;
  return {
    question_id: question.id,
    question: question.text,
    type: question.type,
    answered,
    skipped: summary?.skipped ?? 0,
    distribution: toDistribution(question, answered, values),
    mean: rounded(summary?.mean ?? null),
    median: summary?.median ?? null,
    nps: question.type === 'nps' && answered > 0 ? toNps(values, answered) : null,
    median_duration_seconds: toMilliseconds(summary?.median_duration_seconds ?? null),
  };
}

function toDistribution({ type, options, scale }: Question, answered: number, values: ValueCount[]) {
  const bin = (key: string, label: string, option_id: string | null, value: number | boolean | null) => {
    const found = values.find((candidate) => candidate.key === key);
    const count = found?.count ?? 0;
    const share = answered === 0 ? 0 : (rounded(count / answered) as number);
    return { option_id, value, label, count, share, mean_rank: rounded(found?.mean_rank ?? null) };
  };
  if (type === 'yes_no') return [bin('true', 'Yes', null, true), bin('false', 'No', null, false)];
  if (options.length > 0) return options.map(({ id, text }) => bin(id, text, id, null));
  if (!scale) return [];
  return Array.from({ length: scale.max - scale.min + 1 }, (_, i) =>
    bin(String(scale.min + i), String(scale.min + i), null, scale.min + i),
  );
}

/** Net Promoter Score: the percentage of 9 and 10 minus the percentage of 0 to 6. */
export function toNps(values: Pick<ValueCount, 'key' | 'count'>[], answered: number) {
  const sum = (from: number, to: number) =>
    values
      .filter(({ key }) => from <= Number(key) && Number(key) <= to)
      .reduce((total, { count }) => total + count, 0);
  const [detractors, passives, promoters] = [sum(0, 6), sum(7, 8), sum(9, 10)];
  return { score: Math.round((100 * (promoters - detractors)) / answered), promoters, passives, detractors };
}

const toMilliseconds = (seconds: number | null) =>
  seconds === null ? null : Math.round(seconds * 1_000) / 1_000;

/** Enough digits for any chart, without the noise of floating point. */
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10_000) / 10_000);

import { type Db, sql } from '../../../platform/database/index.ts';
import { escapeMarkdown } from '../../evidence/markdown/index.ts';
import { type ResponsePhrases, responsePhrasesIn } from './response-phrases.ts';

/** How often each answer to a question was given that is chosen, ranked or rated. */
export interface QuestionNumbers {
  question: string;
  type: string;
  answered: number;
  /** Of ratings. */
  mean: number | null;
  options: { text: string; count: number; mean_place: number }[];
}

interface OptionRow {
  question_id: string;
  question: string;
  type: string;
  text: string;
  count: number;
  /** Answers that have this option in the first place. Each answer has exactly one. */
  first_count: number;
  mean_place: number;
}

/** Bounds the length of a report. */
const rowsMax = 1_000;

/** Counts the choices, rankings and ratings of responses, by question in the order of the test. */
export async function countAnswers(db: Db, responseIds: string[]): Promise<QuestionNumbers[]> {
  if (responseIds.length === 0) return [];
  const rows = await db.query<OptionRow>(sql`
    with counted as (
      select r.test_id, a.question_id, max(a.question) as question, a.type, o.text, count(*)::integer as count,
          (count(*) filter (where o.place = 1))::integer as first_count, avg(o.place)::double precision as mean_place
        from responses r join answers a on a.response_id = r.id
        cross join lateral jsonb_array_elements_text(
          case when jsonb_typeof(a.value) = 'array' then a.value else jsonb_build_array(a.text) end)
          with ordinality as o (text, place)
       where r.id = any(${responseIds}::text[]) and a.turn = 0 and not a.skipped
         and a.type in ('single_choice', 'multi_choice', 'ranking', 'rating', 'nps', 'yes_no')
       group by r.test_id, a.question_id, a.type, o.text)
    select c.question_id, c.question, c.type, c.text, c.count, c.first_count, c.mean_place
      from counted c join tests t on t.id = c.test_id
      left join lateral (
        select e.place from jsonb_array_elements(t.questions) with ordinality as e (item, place)
         where e.item ->> 'id' = c.question_id limit 1) q on true
     order by t.created_at, t.id, q.place nulls first, c.question_id, c.count desc, c.text
     limit ${rowsMax}`);
  return [...Map.groupBy(rows, ({ question_id }) => question_id).values()].map(toNumbers);
}

const isRated = (type: string) => type === 'rating' || type === 'nps';

function toNumbers(rows: OptionRow[]): QuestionNumbers {
  const [{ question, type }] = rows as [OptionRow, ...OptionRow[]];
  const answered = rows.reduce((sum, { first_count }) => sum + first_count, 0);
  const total = rows.reduce((sum, { text, count }) => sum + Number(text) * count, 0);
  const options = isRated(type)
    ? rows.toSorted((a, b) => Number(a.text) - Number(b.text))
    : type === 'ranking'
      ? rows.toSorted((a, b) => a.mean_place - b.mean_place)
      : rows;
  return { question, type, answered, mean: isRated(type) ? total / answered : null, options };
}

/** A section with a table for each question; empty without such questions. */
export function renderNumbers(numbers: QuestionNumbers[], language: string | null): string {
  if (numbers.length === 0) return '';
  const phrases = responsePhrasesIn(language);
  return [`## ${phrases.numbers}`, ...numbers.flatMap((one) => renderQuestion(one, phrases, language))].join(
    '\n\n',
  );
}

function renderQuestion(
  { question, type, answered, mean, options }: QuestionNumbers,
  phrases: ResponsePhrases,
  language: string | null,
): string[] {
  const decimal = (n: number) => formatDecimal(n, language);
  const isRanking = type === 'ranking';
  const cells = [
    [phrases.answer, isRanking ? phrases.meanPlace : phrases.responses],
    ['---', '---'],
    ...options.map(({ text, count, mean_place }) => [
      escapeMarkdown(text),
      isRanking ? decimal(mean_place) : String(count),
    ]),
  ];
  const average = mean === null ? '' : ` · ${phrases.mean}: ${decimal(mean)}`;
  return [
    `### ${escapeMarkdown(question.replace(/\s+/g, ' '))}`,
    `${phrases.responses}: ${answered}${average}.`,
    cells.map((row) => `| ${row.join(' | ')} |`).join('\n'),
  ];
}

function formatDecimal(n: number, language: string | null): string {
  const [locale = 'en'] = Intl.NumberFormat.supportedLocalesOf(
    (language ?? 'en').replace(/[^A-Za-z0-9-]/g, '') || 'en',
  );
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(n);
}

/** Before everything else in a report about a survey; in others after the first section, which answers the question. */
export function insertNumbers(body: string, section: string, isSurvey: boolean): string {
  if (!section) return body;
  const at = isSurvey ? -1 : body.indexOf('\n## ', 1);
  return at < 0 ? `${section}\n\n${body}` : `${body.slice(0, at)}\n${section}\n${body.slice(at)}`;
}

import { expect, test } from 'vitest';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();

const fold = async (text: string) => {
  const [row] = await parley.db.query<{ folded: string | null }>(sql`select search_fold(${text}) as folded`);
  return row?.folded;
};

test('every ASCII character except letters and digits becomes a space, in texts with and without accents', async () => {
  const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i));
  const expected = ascii.toLowerCase().replace(/[^a-z0-9]/g, ' ');
  expect(await fold(ascii)).toBe(expected);
  expect(await fold(`é${ascii}`)).toBe(`e${expected}`);
});

test('typographic quotation marks and dashes become spaces', async () => {
  expect(await fold('«ab» – “cd” … ‘ef’ — é')).toBe(' ab     cd       ef    e');
});

/** The shortest of several measurements: other processes only make a measurement longer. */
async function shortestMs(expression: ReturnType<typeof sql>): Promise<number> {
  const measured: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await parley.db.query(sql`
      select count(${expression}) from (
        select n || ': the price, as shown, was wrong' as body from generate_series(1, 5000) n offset 0) d`);
    measured.push(performance.now() - start);
  }
  return Math.min(...measured);
}

test('folding a text takes less than twice the time of finding its words', async () => {
  const words = await shortestMs(sql`to_tsvector('simple', d.body)`);
  expect(await shortestMs(sql`search_fold(d.body)`)).toBeLessThan(2 * words);
});

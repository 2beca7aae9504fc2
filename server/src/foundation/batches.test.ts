import { describe, expect, test } from 'vitest';
import { createBatches } from './batches.ts';

/** Batches whose runs end when the test says so. Every item is a key and a value, such as `a1`. */
function controlled({ batchesMax = 1, itemsMax = 10 } = {}) {
  const runs: { items: string[]; end(error?: Error): void }[] = [];
  let started = Promise.withResolvers<void>();
  const add = createBatches<string, string>({
    keyOf: (item) => item[0] as string,
    batchesMax,
    itemsMax,
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `${item}!`)));
        runs.push({ items, end });
        started.resolve();
        started = Promise.withResolvers<void>();
      }),
  });
  const itemsOf = () => runs.map(({ items }) => items);
  return { add, runs, itemsOf, nextRun: () => started.promise };
}

describe('a batch', () => {
  test('contains what arrives in the same turn of the event loop, and each item gets its own result', async () => {
    const { add, runs, itemsOf, nextRun } = controlled();
    const results = Promise.all([add('a1'), add('b1')]);
    await nextRun();
    expect(itemsOf()).toEqual([['a1', 'b1']]);
    runs[0]?.end();
    expect(await results).toEqual(['a1!', 'b1!']);
  });

  test('contains what arrives while the batches before it are running', async () => {
    const { add, runs, itemsOf, nextRun } = controlled({ batchesMax: 2 });
    const all: Promise<string>[] = [];
    for (const item of ['a1', 'b1']) {
      all.push(add(item));
      await nextRun();
    }
    all.push(add('c1'));
    await new Promise(setImmediate);
    all.push(add('d1'));
    await new Promise(setImmediate);
    expect(itemsOf()).toEqual([['a1'], ['b1']]);
    runs[0]?.end();
    await nextRun();
    expect(itemsOf()).toEqual([['a1'], ['b1'], ['c1', 'd1']]);
    for (const { end } of runs) end();
    expect(await Promise.all(all)).toEqual(['a1!', 'b1!', 'c1!', 'd1!']);
  });

  test('never contains two items with the same key, nor more items than the limit', async () => {
    const { add, runs, itemsOf, nextRun } = controlled({ itemsMax: 2 });
    const all = Promise.all(['a1', 'a2', 'b1', 'c1'].map(add));
    await nextRun();
    runs[0]?.end();
    await nextRun();
    expect(itemsOf()).toEqual([
      ['a1', 'b1'],
      ['a2', 'c1'],
    ]);
    runs[1]?.end();
    expect(await all).toEqual(['a1!', 'a2!', 'b1!', 'c1!']);
  });

  test('rejects only the items of a batch that fails, and the next batch runs', async () => {
    const { add, runs, nextRun } = controlled();
    const first = add('a1');
    await nextRun();
    const second = add('b1');
    runs[0]?.end(new Error('lost'));
    await expect(first).rejects.toThrow('lost');
    if (runs.length < 2) await nextRun();
    runs[1]?.end();
    expect(await second).toBe('b1!');
  });
});

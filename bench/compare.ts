import { load, percentile, type Slice, type Target } from './load.ts';

export interface Side extends Target {
  pid: number;
}

export interface Ratio {
  median: number;
  min: number;
  max: number;
}

export interface Comparison {
  name: string;
  /** Requests per second of the first side divided by the second, per round, so that the report can show the spread. */
  throughput: Ratio;
  p99: Ratio;
  /** Processor time per request of the server and its database together. */
  processor: Ratio;
  perSecond: [number, number];
  processorMs: [number, number];
  p99Ms: [number, number];
}

export interface Measuring {
  seconds: number;
  rounds: number;
  processorMs(serverPid: number): Promise<number>;
}

/**
 * Measures both sides alternately, one slice each, and swaps the order every round, so that other load on the machine affects
 * both. The result is a ratio per round, because absolute numbers depend on the machine.
 */
export async function compare(
  name: string,
  sides: [Side, Side],
  { seconds, rounds, processorMs }: Measuring,
): Promise<Comparison> {
  for (const side of sides) await load(side, { seconds });
  const pairs: [Measured, Measured][] = [];
  for (let round = 0; round < rounds; round++) {
    const slices: Measured[] = [];
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const target = sides[side] as Side;
      const before = await processorMs(target.pid);
      const slice = await load(target, { seconds });
      const usedMs = (await processorMs(target.pid)) - before;
      slices[side] = { ...slice, processorMs: usedMs / slice.latenciesMs.length };
    }
    pairs.push(slices as [Measured, Measured]);
  }
  const p99 = (slice: Slice) => percentile(slice.latenciesMs, 0.99);
  const middle = (measure: (slice: Measured) => number) =>
    [0, 1].map((i) =>
      percentile(
        pairs.map((pair) => measure(pair[i] as Measured)),
        0.5,
      ),
    ) as [number, number];
  return {
    name,
    throughput: ratio(pairs.map(([a, b]) => a.perSecond / b.perSecond)),
    p99: ratio(pairs.map(([a, b]) => p99(a) / p99(b))),
    processor: ratio(pairs.map(([a, b]) => a.processorMs / b.processorMs)),
    processorMs: middle((slice) => slice.processorMs),
    perSecond: middle((slice) => slice.perSecond),
    p99Ms: middle(p99),
  };
}

interface Measured extends Slice {
  processorMs: number;
}

function ratio(values: number[]): Ratio {
  return { median: percentile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

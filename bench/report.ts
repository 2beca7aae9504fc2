import type { Comparison, Ratio } from './compare.ts';
import type { MemoryGrowth } from './memory.ts';

interface Row {
  what: string;
  measured: string;
  bar: string;
  holds: boolean;
}

const two = (value: number) => value.toFixed(2);
const spread = ({ median, min, max }: Ratio) => `${two(median)} (${two(min)}–${two(max)})`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Collects rows and prints them as one Markdown table: the one in docs/benchmarks.md. */
export function createReport() {
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    process.stderr.write(`${row.what}: ${row.measured}  [${row.bar}]${row.holds ? '' : '  MISSED'}\n`);
  };

  return {
    comparison(
      { name, throughput, processor, processorMs, p99, perSecond, p99Ms }: Comparison,
      bar?: number,
    ) {
      const [ours, bare] = perSecond.map(Math.round);
      add({
        what: `${name}, requests per second over bare`,
        measured: `${spread(throughput)}, ${ours} against ${bare}`,
        bar: bar === undefined ? '–' : `≥ ${two(bar)}`,
        holds: bar === undefined || throughput.median >= bar,
      });
      add({
        what: `${name}, p99 over bare`,
        measured: `${spread(p99)}, ${p99Ms.map((ms) => ms.toFixed(1)).join(' against ')} ms`,
        bar: bar === undefined ? '–' : '≤ 2.00',
        holds: bar === undefined || p99.median <= 2,
      });
      add({
        what: `${name}, processor time per request over bare`,
        measured: `${spread(processor)}, ${processorMs.map(two).join(' against ')} ms`,
        bar: '–',
        holds: true,
      });
    },
    moves({ name, throughput, p99Ms, perSecond, processorMs }: Comparison, bar: number) {
      const [ours, bare] = perSecond.map(Math.round);
      add({
        what: `${name}, over bare updates of one row`,
        measured: `${spread(throughput)}, ${ours} against ${bare} a second, p99 ${p99Ms.map((ms) => ms.toFixed(1)).join(' against ')} ms, processor time ${processorMs.map(two).join(' against ')} ms`,
        bar: `≥ ${two(bar)}`,
        holds: throughput.median >= bar,
      });
    },
    inserts({ name, throughput, p99Ms, perSecond, processorMs }: Comparison, bar: number) {
      const [ours, bare] = perSecond.map(Math.round);
      add({
        what: `${name}, over a bare insert`,
        measured: `${spread(throughput)}, ${ours} against ${bare} a second, p99 ${p99Ms.map((ms) => ms.toFixed(1)).join(' against ')} ms, processor time ${processorMs.map(two).join(' against ')} ms`,
        bar: `≥ ${two(bar)}`,
        holds: throughput.median >= bar,
      });
    },
    /** Reports the 99th percentile. */
    responseTime(what: string, medianMs: number, p99Ms: number, barMs: number) {
      add({
        what: `${what}, p99`,
        measured: `${p99Ms.toFixed(1)} ms, median ${medianMs.toFixed(1)} ms`,
        bar: `≤ ${barMs} ms`,
        holds: p99Ms <= barMs,
      });
    },
    /** A value without a bar. */
    note(what: string, measured: string) {
      add({ what, measured, bar: '–', holds: true });
    },
    ratio(what: string, ratios: number[], absolute: string, bar: number) {
      const sorted = ratios.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] as number;
      const range = { median, min: sorted[0] as number, max: sorted.at(-1) as number };
      add({
        what,
        measured: `${spread(range)}, ${absolute}`,
        bar: `≥ ${two(bar)}`,
        holds: median >= bar,
      });
    },
    latency(what: string, perSecond: number, medianMs: number, p99Ms: number) {
      const measured = `${Math.round(perSecond)} a second, median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
      add({ what, measured, bar: '–', holds: true });
    },
    /** Reports the median, which must not exceed the bar. */
    value(what: string, values: number[], unit: string, bar: number) {
      const sorted = values.toSorted((a, b) => a - b);
      const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
      const text = (value: number) => (value < 1 ? value.toFixed(3) : String(Math.round(value)));
      const range =
        values.length > 1 ? ` (${text(sorted[0] as number)}–${text(sorted.at(-1) as number)})` : '';
      const measured = `${text(middle)}${range} ${unit}`.trim();
      add({ what, measured, bar: `≤ ${bar.toLocaleString('en')} ${unit}`.trim(), holds: middle <= bar });
    },
    /** Reports the 95th percentile. */
    within(what: string, timesMs: number[], processorMs: number, barMs?: number) {
      const sorted = timesMs.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
      add({
        what: `${what}, p95`,
        measured: `${at(0.95).toFixed(1)} ms, median ${at(0.5).toFixed(1)} ms, processor time ${processorMs.toFixed(1)} ms`,
        bar: barMs === undefined ? '–' : `≤ ${barMs} ms`,
        holds: barMs === undefined || at(0.95) <= barMs,
      });
    },
    deepPages({ name, throughput }: Comparison) {
      add({ what: name, measured: spread(throughput), bar: '≤ 1.30', holds: throughput.median <= 1.3 });
    },
    memory({ requests, bytes: [early, late] }: MemoryGrowth) {
      add({
        what: `resident memory after ${requests.map((n) => n.toLocaleString('en')).join(' and ')} requests`,
        measured: `${two(late / early)}, ${megabytes(early)} and ${megabytes(late)}`,
        bar: '≤ 1.20',
        holds: late / early <= 1.2,
      });
    },
    memoryWhile(what: string, start: number, most: number) {
      const grown = (most - start) / 1024 / 1024;
      add({
        what: `resident memory above the start while ${what}`,
        measured: `${Math.round(grown)} MB, ${megabytes(start)} and ${megabytes(most)}`,
        bar: '≤ 64 MB',
        holds: grown <= 64,
      });
    },
    secondStart(ms: number) {
      add({
        what: 'second start to ready',
        measured: `${(ms / 1000).toFixed(2)} s`,
        bar: '≤ 3 s',
        holds: ms <= 3_000,
      });
    },
    /** Prints the table. With `judge`, a missed bar fails the run. */
    finish({ judge }: { judge: boolean }) {
      const lines = rows.map((row) => `| ${row.what} | ${row.measured} | ${row.bar} | ${verdict(row)} |`);
      process.stdout.write(`| | measured | bar | |\n|---|---|---|---|\n${lines.join('\n')}\n`);
      if (judge && rows.some((row) => !row.holds)) process.exitCode = 1;
    },
  };
}

const verdict = ({ bar, holds }: Row) => (bar === '–' ? '' : holds ? 'holds' : 'missed');

import type { Part } from './read-studies.ts';

interface Row {
  what: string;
  measured: string;
  bar: string;
  holds: boolean;
}

export type Findings = ReturnType<typeof createFindings>;

/** Collects results, and examples of what was wrong. Examples of the held-out part are never printed. */
export function createFindings({ withExamples }: { withExamples: boolean }) {
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    process.stderr.write(`${row.what}: ${row.measured}  [${row.bar}]${row.holds ? '' : '  MISSED'}\n`);
  };
  return {
    /** A value without a bar. */
    value(what: string, measured: string) {
      add({ what, measured, bar: '–', holds: true });
    },
    /** A value that must be at least `bar`, or has no bar. The bars apply to the held-out part. */
    atLeast(what: string, part: Part, value: number, bar: number | undefined, detail = '') {
      const measured = `${value.toFixed(2)}${detail && `, ${detail}`}`;
      const judged = bar !== undefined && part === 'held-out';
      add({
        what: `${what}, ${part}`,
        measured,
        bar: judged ? `≥ ${bar.toFixed(2)}` : '–',
        holds: !judged || value >= bar,
      });
    },
    /** A count that must be zero in both parts. */
    none(what: string, part: Part, count: number, of: number) {
      add({ what: `${what}, ${part}`, measured: `${count} of ${of}`, bar: '0', holds: count === 0 });
    },
    skipped(what: string, reason: string) {
      add({ what, measured: `skipped: ${reason}`, bar: '–', holds: true });
    },
    example(part: Part, text: string) {
      if (withExamples && part === 'tuning') process.stderr.write(`  ${text}\n`);
    },
    /** Prints the table. A missed bar fails the run. */
    finish() {
      const verdict = ({ bar, holds }: Row) => (bar === '–' ? '' : holds ? 'holds' : 'missed');
      const lines = rows.map((row) => `| ${row.what} | ${row.measured} | ${row.bar} | ${verdict(row)} |`);
      process.stdout.write(`| | measured | bar | |\n|---|---|---|---|\n${lines.join('\n')}\n`);
      if (rows.some((row) => !row.holds)) process.exitCode = 1;
    },
  };
}

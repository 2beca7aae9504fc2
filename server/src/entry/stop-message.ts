import type { UnfinishedWork } from '../app/compose.ts';

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What the terminal shows after the first Ctrl-C. */
export function stopMessage({ requests, tasks }: UnfinishedWork, graceMs: number): string {
  const kinds = [...new Set(tasks)].sort().join(', ');
  const waitsFor = [
    ...(requests > 0 ? [counted(requests, 'request')] : []),
    ...(tasks.length > 0 ? [`${counted(tasks.length, 'background task')} (${kinds})`] : []),
  ].join(' and ');
  if (!waitsFor) return 'Parley is stopping.';
  const limit = counted(Math.ceil(graceMs / 1000), 'second');
  return `Parley is stopping and waits for ${waitsFor}, at most ${limit}. Ctrl-C again stops it at once: unfinished work continues at the next start.`;
}

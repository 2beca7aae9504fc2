/** The code that a thread runs in the tests of the thread pool. */
export function work({ kind }: { kind: 'echo' | 'spin' | 'fill' | 'throw' }): string {
  if (kind === 'throw') throw new Error('thrown in the thread');
  if (kind === 'spin') for (;;);
  if (kind === 'fill')
    for (const filled: unknown[] = []; ; ) filled.push(Array.from({ length: 1_000 }, Math.random));
  return kind;
}

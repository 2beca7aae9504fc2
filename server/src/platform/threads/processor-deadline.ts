/** A task ends after so many times its limit, however little processor time the process got. */
const wallTimeFactor = 3;

export interface ProcessorDeadline {
  /** Aborts when the deadline passes. */
  signal: AbortSignal;
  clear(): void;
}

/**
 * Passes when the process has used `limitMs` of processor time, and not before `limitMs` have passed. On a machine that is busy
 * with other programs, a task of a few seconds takes much longer, and it must not be refused as too large. The time of all
 * threads is counted, because the pool does not tell which of its threads runs a task.
 */
export function startDeadline(limitMs: number, usedMs = processorMs): ProcessorDeadline {
  const controller = new AbortController();
  const startedAt = performance.now();
  const usedAtStart = usedMs();
  const check = () => {
    const unusedMs = limitMs - (usedMs() - usedAtStart);
    const leftMs = limitMs * wallTimeFactor - (performance.now() - startedAt);
    if (unusedMs <= 0 || leftMs <= 0) controller.abort();
    else schedule(Math.max(1, Math.min(unusedMs, leftMs)));
  };
  let timer: NodeJS.Timeout;
  const schedule = (ms: number) => {
    timer = setTimeout(check, ms).unref();
  };
  schedule(limitMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

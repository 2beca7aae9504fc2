export interface DayTotal {
  /** `2026-11-17`, in UTC. */
  day: string;
  total: number;
}

/** Includes the days without an entry, so that a chart has no gaps. */
export function fillMissingDays(period: { from: string; to: string }, known: DayTotal[]): DayTotal[] {
  const totals = new Map(known.map(({ day, total }) => [day, total]));
  const days: DayTotal[] = [];
  for (let at = Date.parse(period.from); at <= Date.parse(period.to); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push({ day, total: totals.get(day) ?? 0 });
  }
  return days;
}

/** Two to five round numbers from zero to at least the maximum, for an axis. */
export function axisTicks(maximum: number): number[] {
  const rough = Math.max(1, maximum) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 1);
  const ticks = [0];
  while ((ticks.at(-1) as number) < maximum) ticks.push((ticks.at(-1) as number) + step);
  return ticks.length > 1 ? ticks : [0, step];
}

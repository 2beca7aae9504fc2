import { StartError } from '../foundation/start-error.ts';

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const yearsMax = 100;

/** A duration from now such as `90d`, or an instant such as `2027-01-31T00:00:00Z`; one that is not in the future is refused. */
export function readExpiry(text: string, now: Date): Date {
  const [, amount, unit] = text.match(/^(\d{1,6})([mhdw])$/) ?? [];
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const atMs = unit
    ? now.getTime() + Number(amount) * (unitMs[unit] as number)
    : instant
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(atMs))
    throw new StartError(
      `--expires: "${text}" is neither a duration such as 90d (m, h, d, w) nor a date-time such as 2027-01-31T00:00:00Z.`,
    );
  if (atMs <= now.getTime()) throw new StartError('--expires must be in the future.');
  if (atMs > now.getTime() + yearsMax * 366 * 86_400_000)
    throw new StartError(`--expires must be within ${yearsMax} years.`);
  return new Date(atMs);
}

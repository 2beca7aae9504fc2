/** `01:02:03.456` in VTT; SRT has a comma before the milliseconds. */
export function formatTimestamp(milliseconds: number, separator: '.' | ','): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const clock = `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`;
  return `${clock}${separator}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** Rounds to milliseconds. The result is at least one millisecond long, so that no cue is empty. */
export function toMilliseconds({
  start_seconds,
  end_seconds,
}: {
  start_seconds: number;
  end_seconds: number;
}) {
  const start = Math.max(0, Math.round(start_seconds * 1000));
  return { start, end: Math.max(start + 1, Math.round(end_seconds * 1000)) };
}

export interface CueTiming {
  start_seconds: number;
  end_seconds: number;
}

const stamp = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const timing = new RegExp(`^[ \\t]*${stamp}[ \\t]*-->[ \\t]*${stamp}(?:[ \\t].*)?$`);

/** Hours are optional, and both comma and point are accepted, because many programs do not follow the standards. */
export function parseTiming(line: string): CueTiming | undefined {
  const match = timing.exec(line);
  if (!match) return undefined;
  const seconds = (from: number) => {
    const [hours = '0', minutes, whole, fraction] = match.slice(from, from + 4);
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(`0.${fraction}`);
  };
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  return { start_seconds: rounded(seconds(1)), end_seconds: rounded(seconds(5)) };
}

/** `01:02:03`, without milliseconds. */
export function formatClock(seconds: number): string {
  return formatTimestamp(Math.max(0, Math.floor(seconds)) * 1000, '.').slice(0, 8);
}

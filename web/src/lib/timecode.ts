/** The seconds of "7", "12:07", "12:07.5" or "1:02:07"; undefined for anything else. */
export function parseTimecode(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  const hasMinutes = match[2] !== undefined;
  if (hasMinutes && Number(seconds) >= 60) return undefined;
  if (match[1] !== undefined && Number(minutes) >= 60) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
}

/**
 * Formats a CSV cell (RFC 4180). Text that a spreadsheet would interpret as a formula gets an apostrophe in front, to
 * prevent CSV injection by what people wrote.
 */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: (string | number | null | undefined)[]) => cells.map(csvCell).join(',');

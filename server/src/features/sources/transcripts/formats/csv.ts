/**
 * A cell for people who open the file in a spreadsheet (RFC 4180). A text that a spreadsheet would take for a
 * formula gets an apostrophe in front: what a participant said must not run on the researcher's machine.
 */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: (string | number | null | undefined)[]) => cells.map(csvCell).join(',');

/** Saves a text, or the bytes of another file, as a file of the user. */
export function downloadText(
  filename: string,
  contentType: string,
  content: string | Uint8Array<ArrayBuffer>,
): void {
  const url = URL.createObjectURL(
    new Blob([content], {
      type: typeof content === 'string' ? `${contentType.split(';')[0]};charset=utf-8` : contentType,
    }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has begun to read it; a later task may remove it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

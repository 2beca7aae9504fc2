/** Saves a text as a file of the user. */
export function downloadText(filename: string, contentType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${contentType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has begun to read it; a later task may remove it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The beginning of a text, cut at a space. */
export function clipWords(text: string, max: number): string {
  const words = text.trim();
  if (words.length <= max) return words;
  return `${words.slice(0, words.lastIndexOf(' ', max) + 1 || max).trim()}…`;
}

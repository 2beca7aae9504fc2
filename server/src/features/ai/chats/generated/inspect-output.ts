/** So many words in a row are no coincidence. */
const repeatedWordsMin = 9;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text contains a passage of the instructions of the model. */
export function repeatsInstructions(text: string, instructions: string): boolean {
  const words = wordsOf(instructions);
  const runs = new Set<string>();
  for (let at = 0; at + repeatedWordsMin <= words.length; at++)
    runs.add(words.slice(at, at + repeatedWordsMin).join(' '));
  const own = wordsOf(text);
  for (let at = 0; at + repeatedWordsMin <= own.length; at++)
    if (runs.has(own.slice(at, at + repeatedWordsMin).join(' '))) return true;
  return false;
}

/** HTML is shown as text. Links and images lose their address, which could send data to another server. */
export const withoutMarkup = (text: string) =>
  text
    .replace(/!?\[([^[\]]*)\]\s*\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/^[^\S\r\n\u2028\u2029]*\[(?:[^[\]\\]|\\.)+\]:[^\S\n]*(?:\n[^\S\n]*)?\S.*$/gm, '')
    // A link around an image has lost the address of the image only.
    .replaceAll('](', ']\\(')
    .replace(/\\?<(?=[A-Za-z/!?])/g, '\\<');

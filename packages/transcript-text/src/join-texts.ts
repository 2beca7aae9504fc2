/** Characters of scripts without spaces between words, with the punctuation of those scripts. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\uff01-\\uff65]';
const endsUnspaced = new RegExp(`${unspaced}$`, 'u');
const startsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** Joins texts that were spoken one after the other: with a space, except between two characters of scripts without spaces. */
export const joinTexts = (texts: readonly string[]): string =>
  texts
    .map((text, i) => {
      const next = texts[i + 1];
      if (next === undefined) return text;
      return endsUnspaced.test(text) && startsUnspaced.test(next) ? text : `${text} `;
    })
    .join('');

import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/** Any code point except the halves of surrogate pairs. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (n) => String.fromCodePoint(n < surrogates.from ? n : n + surrogates.count),
  // Without it, fast-check leaves out names such as `__proto__`, and cannot shrink a given text.
  (character) => {
    if (typeof character !== 'string' || !/^\P{Cs}$/su.test(character)) throw new Error('not a code point');
    const point = character.codePointAt(0) as number;
    return point < surrogates.from ? point : point - surrogates.count;
  },
);

/** Text of any code points. The same as the unit `binary` of fast-check, which takes four seconds before its first text. */
export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({ ...constraints, unit: codePoint });

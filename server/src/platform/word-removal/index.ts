export { isFixedValue, mapStrings } from './map-strings.ts';
export { nameForms, removeNames } from './names.ts';
export { formsOf } from './readable.ts';
export { removeFromLongText } from './remove-from-long-text.ts';
export { createRemoveWords, createWordRemoval, type RemoveWords } from './remove-words.ts';
export { createIsQuote, createWasSaid, removeShortened, type WasSaid } from './said.ts';
export { createSharedWords, type GivenText, wordsOf } from './shared-words.ts';
export { maskCharacter, removedText } from './tokens.ts';

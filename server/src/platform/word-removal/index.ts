export { nameForms, removeNames } from './names.ts';
export {
  createRemoveWords,
  type ErasedWords,
  mapStrings,
  type RemoveWords,
  removedText,
} from './remove-words.ts';
export { type RewriteRows, rewriteRows } from './rewrite-rows.ts';
export { createWasSaid, removeShortened, type WasSaid } from './said.ts';

export { namesStudy, type QuestionTerm } from './question.ts';
export type { RetrievedPassage } from './rank.ts';
export {
  type Retrieval,
  type RetrievalRequest,
  readMaterialSpeakers,
  retrievePassages,
  sampleMaterial,
  topicsOf,
} from './retrieve.ts';
export { openSemanticIndex } from './semantic-index.ts';
export { foldName, isGeneric, namedIn, type Speakers } from './speakers.ts';
export {
  hasMaterial,
  isSelective,
  type MaterialScope,
  type RecordType,
  readMaterialLanguage,
  type Scope,
  termQueries,
  writtenIn,
} from './store.ts';

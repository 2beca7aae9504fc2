export { namesStudy, type QuestionTerm } from './question.ts';
export {
  type Retrieval,
  type RetrievalRequest,
  type RetrievedPassage,
  readMaterialSpeakers,
  retrievePassages,
  sampleMaterial,
  topicsOf,
} from './retrieve.ts';
export { openSemanticIndex } from './semantic-index.ts';
export { foldName, namedIn, type Speakers } from './speakers.ts';
export { hasMaterial, type RecordType, readMaterialLanguage, type Scope } from './store.ts';

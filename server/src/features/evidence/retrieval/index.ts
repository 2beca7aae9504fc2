export { type QuestionTerm, questionTerms } from './question.ts';
export {
  type Retrieval,
  type RetrievalRequest,
  type RetrievedPassage,
  readMaterialSpeakers,
  retrievePassages,
  type SemanticIndex,
  sampleMaterial,
  topicsOf,
} from './retrieve.ts';
export { namedIn, type Speakers } from './speakers.ts';
export { hasMaterial, type RecordType, type Scope } from './store.ts';

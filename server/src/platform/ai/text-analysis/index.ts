export { clusterByAverageLink, type SimilarityMatrix, similarityMatrix } from './clusters.ts';
export { countDocuments, type Name, rankNames } from './names.ts';
export { createPhraseFinder, type Phrase } from './phrases.ts';
export { chooseDiverse, lexRank } from './rank.ts';
export { createReader, detectLanguage, type Reader, type Word } from './read-text.ts';
export { isSmallTalk } from './small-talk.ts';
export { findThemes } from './themes.ts';
export { center, combine, cosine, dot, tfIdf, type Vector } from './vectors.ts';

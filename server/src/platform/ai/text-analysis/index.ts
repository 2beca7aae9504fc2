export { chooseDiverse, lexRank } from './rank.ts';
export { createReader, detectLanguage, type Reader, type Word } from './read-text.ts';
export { findThemes, type Theme } from './themes.ts';
export { cosine, tfIdf, type Vector, type Vectorize } from './vectors.ts';

export { nearestSegments, type SegmentSimilarity, vectorsOf } from './vectors.ts';

export { vaderScore } from './features.ts';
export { createMoodEmbedder } from './mood-embedder.ts';
export {
  type Sentiment,
  type SentimentLabel,
  scoreSentiment,
  sentimentModel,
} from './score.ts';

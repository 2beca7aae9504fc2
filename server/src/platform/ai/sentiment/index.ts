export { vaderScore } from './features.ts';
export {
  type Sentiment,
  type SentimentLabel,
  scoreSentiment,
  sentimentModel,
} from './score.ts';

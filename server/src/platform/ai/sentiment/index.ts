export { vaderScore } from './features.ts';
export {
  type Sentiment,
  type SentimentLabel,
  scoreSentiment,
  sentimentLabels,
  sentimentModel,
} from './score.ts';

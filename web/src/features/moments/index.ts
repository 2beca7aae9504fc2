export {
  isPlayable,
  type KnownFile,
  type Moment,
  momentOfCitation,
  momentOfMatrix,
  momentOfTagging,
} from './moment.ts';
export {
  MomentFailure,
  type Mood,
  PassageLink,
  PlayButton,
  PlayingLine,
  SentimentMark,
} from './moment-parts.tsx';
export { MomentRow } from './moment-row.tsx';
export { type MomentState, useCurrentMomentId, useMoment, useMomentPlayback } from './use-moment.ts';

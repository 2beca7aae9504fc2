export const sampleRate = 16_000;

export interface Span {
  start_seconds: number;
  end_seconds: number;
}

/** Consecutive speech of one person. */
export interface Turn extends Span {
  /** The regions with speech; between them are pauses. */
  regions: Span[];
  speaker: string;
}

/** A turn with its samples, the first of which is at `start_seconds`. */
export interface TurnAudio extends Turn {
  samples: Float32Array;
}

export const durationOf = ({ start_seconds, end_seconds }: Span) => end_seconds - start_seconds;

/** A word, or a character in scripts without spaces. Includes the space before it. */
export interface Unit extends Span {
  text: string;
  /** The engine reported no times; they were estimated by word-timing.ts. */
  isEstimated?: boolean;
}

export interface Recognizer {
  /** How long the turns of one call together may be. */
  batchSeconds: number;
  /** What was said in each turn. */
  recognize(turns: TurnAudio[], language: string, vocabulary: string[]): Promise<Unit[][]>;
}

/** Silence between turns that share a window. */
export const gapSeconds = 0.4;

/** Whether a token starts a new unit; other tokens continue the previous one. */
export const startsUnit = (token: string) =>
  /^\s|^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u.test(token);

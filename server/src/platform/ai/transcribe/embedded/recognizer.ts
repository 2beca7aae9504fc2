export const sampleRate = 16_000;

export interface Span {
  start_seconds: number;
  end_seconds: number;
}

/** One person speaks, from here to there. */
export interface Turn extends Span {
  /** Where in it there is speech; the rest are pauses. */
  stretches: Span[];
  speaker: string;
}

/** A turn with its sound, which begins at `start_seconds`. */
export interface HeardTurn extends Turn {
  samples: Float32Array;
}

export const lengthOf = ({ start_seconds, end_seconds }: Span) => end_seconds - start_seconds;

/** A word, or a sign in scripts without spaces; the space before it belongs to it. */
export interface Unit extends Span {
  text: string;
  /** The engine gave no times; these are spread over the speech. */
  isEstimated?: boolean;
}

export interface Recognizer {
  /** What was said in each turn; together they are at most `windowSeconds` long. */
  hear(turns: HeardTurn[], language: string, vocabulary: string[]): Promise<Unit[][]>;
}

/** Whisper hears windows of thirty seconds; a shorter one costs as much as a full one. */
export const windowSeconds = 28;
/** Between turns that share a window. */
export const gapSeconds = 0.4;

/** A token that begins something new; others continue the word before them. */
export const beginsUnit = (token: string) =>
  /^\s|^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u.test(token);

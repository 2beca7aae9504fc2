/** What a request to a configured AI server used. */
export interface AiUsage {
  provider: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  /** Length of the recordings that were sent. */
  audio_seconds: number;
  /** Null if the operator configured no prices. */
  cost_usd: number | null;
}

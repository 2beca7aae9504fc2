import type { TokenUsage } from './generator.ts';
import { countTokens } from './tokens.ts';

/** Some servers do not count tokens. Their usage is estimated from the texts. */
export function readUsage(reported: [unknown, unknown], texts: [string, string]): TokenUsage {
  const [input_tokens, output_tokens] = reported.map((count, i) =>
    typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
      ? count
      : countTokens(texts[i] as string),
  ) as [number, number];
  return { input_tokens, output_tokens };
}

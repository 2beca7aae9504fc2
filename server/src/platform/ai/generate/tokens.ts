import type { GeneratorConfig } from './generator.ts';

/**
 * An estimate that is rarely below the count of a real tokenizer. English has about four bytes per token, and digits and
 * punctuation often are tokens of their own.
 */
export function countTokens(text: string): number {
  let single = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isLetterOrSpace =
      code <= 32 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127;
    if (!isLetterOrSpace) single++;
  }
  return Math.ceil(Buffer.byteLength(text) / 3 + single * 0.4);
}

/** The context of well-known families of models. The first match counts. */
const families: [RegExp, number][] = [
  [/claude/i, 200_000],
  [/gpt-5|gpt-4\.1/i, 400_000],
  [/gpt-4o|gpt-4-turbo|gpt-oss|chatgpt/i, 128_000],
  [/(^|\/)o[134]\b/i, 200_000],
  [/gpt-4-32k/i, 32_768],
  [/gpt-3\.5/i, 16_385],
  [/gemini/i, 1_000_000],
];

/** Servers on the own machine often run with a small context, and some cut off longer input without an error. */
const unknownContextTokens = 8_192;

/** More does not make reports better: models overlook details in the middle of very long input. */
const inputTokensMax = 150_000;

export interface TokenBudget {
  inputTokensMax: number;
  outputTokensMax: number;
}

export function tokenBudgetOf({ model, contextTokens }: GeneratorConfig): TokenBudget {
  const context =
    contextTokens ?? families.find(([pattern]) => pattern.test(model))?.[1] ?? unknownContextTokens;
  const outputTokensMax = Math.min(answerTokensMaxOf(model), Math.floor(context / 4));
  return { outputTokensMax, inputTokensMax: Math.min(inputTokensMax, context - outputTokensMax) };
}

/** Older models of Anthropic reject a request for more. */
const answerTokensMaxOf = (model: string) =>
  /claude-3-(opus|sonnet|haiku)/i.test(model) ? 4_096 : /claude-3-5/i.test(model) ? 8_192 : 16_000;

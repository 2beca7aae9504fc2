import type { Environment } from './schema.ts';

/** Generates reports. */
export interface AiConfig {
  provider: NonNullable<Environment['AI_PROVIDER']>;
  /** Empty for the embedded provider, which sends no requests. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  contextTokens: number | undefined;
  sendsDataOutside: boolean | undefined;
  /** US dollars per million tokens. */
  prices: { input: number; output: number } | undefined;
}

/** Transcribes recordings. */
export interface TranscribeConfig {
  provider: NonNullable<Environment['TRANSCRIBE_PROVIDER']>;
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  sendsDataOutside: boolean | undefined;
  /** US dollars per minute of audio. */
  pricePerMinute: number | undefined;
  /** Folder of the speech models, if not the one that `npm install` uses. */
  modelsDir: string | undefined;
}

const defaultBaseUrls = {
  embedded: '',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': '',
  anthropic: 'https://api.anthropic.com',
};

export function toAiConfig(values: Environment): AiConfig {
  const provider = values.AI_PROVIDER ?? (values.AI_BASE_URL ? 'openai-compatible' : 'embedded');
  return {
    provider,
    baseUrl: values.AI_BASE_URL ?? defaultBaseUrls[provider],
    apiKey: values.AI_API_KEY,
    model: values.AI_MODEL ?? '',
    contextTokens: values.AI_CONTEXT_TOKENS,
    sendsDataOutside: values.AI_SENDS_DATA_OUTSIDE,
    prices:
      values.AI_INPUT_PRICE === undefined || values.AI_OUTPUT_PRICE === undefined
        ? undefined
        : { input: values.AI_INPUT_PRICE, output: values.AI_OUTPUT_PRICE },
  };
}

const deepgramUrl = 'https://api.deepgram.com/v1';
const defaultTranscribeModels = { embedded: 'auto', 'openai-compatible': 'whisper-1', deepgram: 'nova-3' };

export function toTranscribeConfig(values: Environment): TranscribeConfig {
  const provider =
    values.TRANSCRIBE_PROVIDER ?? (values.TRANSCRIBE_BASE_URL ? 'openai-compatible' : 'embedded');
  return {
    provider,
    baseUrl: values.TRANSCRIBE_BASE_URL ?? (provider === 'deepgram' ? deepgramUrl : ''),
    apiKey: values.TRANSCRIBE_API_KEY,
    model: values.TRANSCRIBE_MODEL ?? defaultTranscribeModels[provider],
    sendsDataOutside: values.TRANSCRIBE_SENDS_DATA_OUTSIDE,
    pricePerMinute: values.TRANSCRIBE_PRICE,
    modelsDir: values.PARLEY_MODELS_DIR,
  };
}

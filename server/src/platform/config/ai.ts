import { type Env, type Fault, headerKey, oneOf, text, url } from './readers.ts';

export const aiProviders = ['embedded', 'openai', 'openai-compatible', 'anthropic'] as const;
export const transcribeProviders = ['embedded', 'openai-compatible'] as const;

/** Who writes reports. */
export interface AiConfig {
  provider: (typeof aiProviders)[number];
  /** Empty for the embedded one, which asks no server. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

/** What hears English on this machine; `auto`: what is quick on its processor. */
export const embeddedTranscribeModels = ['auto', 'whisper-base.en', 'moonshine-tiny'] as const;

/** Who hears recordings. */
export interface TranscribeConfig {
  provider: (typeof transcribeProviders)[number];
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Where speech models lie, if not where `npm install` puts them. */
  modelsDir: string | undefined;
}

const homes = {
  embedded: '',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': '',
  anthropic: 'https://api.anthropic.com',
};

export function readAi(env: Env, faults: Fault[]): AiConfig {
  const baseUrl = url(env, faults, 'AI_BASE_URL', ['http:', 'https:']);
  const provider = oneOf(env, faults, 'AI_PROVIDER', aiProviders, baseUrl ? 'openai-compatible' : 'embedded');
  const apiKey = headerKey(env, faults, 'AI_API_KEY');
  const model = text(env, 'AI_MODEL', '');
  checkServer(env, faults, 'AI', provider);
  if (provider !== 'embedded' && !model)
    faults.push({ name: 'AI_MODEL', message: `must name the model that ${provider} is asked for` });
  if ((provider === 'openai' || provider === 'anthropic') && !text(env, 'AI_API_KEY', '') && !baseUrl)
    faults.push({ name: 'AI_API_KEY', message: `is needed with AI_PROVIDER=${provider}` });
  return { provider, baseUrl: baseUrl ?? homes[provider], apiKey, model };
}

export function readTranscribe(env: Env, faults: Fault[]): TranscribeConfig {
  const baseUrl = url(env, faults, 'TRANSCRIBE_BASE_URL', ['http:', 'https:']);
  const provider = oneOf(
    env,
    faults,
    'TRANSCRIBE_PROVIDER',
    transcribeProviders,
    baseUrl ? 'openai-compatible' : 'embedded',
  );
  checkServer(env, faults, 'TRANSCRIBE', provider);
  return {
    provider,
    baseUrl: baseUrl ?? '',
    apiKey: headerKey(env, faults, 'TRANSCRIBE_API_KEY'),
    model:
      provider === 'embedded'
        ? oneOf(env, faults, 'TRANSCRIBE_MODEL', embeddedTranscribeModels, 'auto')
        : text(env, 'TRANSCRIBE_MODEL', 'whisper-1'),
    modelsDir: text(env, 'PARLEY_MODELS_DIR', '') || undefined,
  };
}

/** A provider and an address that contradict each other: whichever were ignored, somebody would be surprised. */
function checkServer(env: Env, faults: Fault[], prefix: string, provider: string): void {
  const given = Boolean(env[`${prefix}_BASE_URL`]?.trim());
  if (provider === 'openai-compatible' && !given)
    faults.push({ name: `${prefix}_BASE_URL`, message: `is needed with ${prefix}_PROVIDER=${provider}` });
  if (provider === 'embedded' && given && env[`${prefix}_PROVIDER`]?.trim() === 'embedded')
    faults.push({
      name: `${prefix}_PROVIDER`,
      message: `embedded asks no server, but ${prefix}_BASE_URL names one`,
    });
}

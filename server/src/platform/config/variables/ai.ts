import Type from 'typebox';
import { apiKey, boolean, choice, integer, price, text, url } from '../kinds.ts';

export const embeddedTranscribeModels = ['auto', 'whisper-base.en', 'moonshine-tiny'];

export const aiVariables = {
  AI_PROVIDER: Type.Optional(
    choice(['embedded', 'openai', 'openai-compatible', 'anthropic'], {
      defaultDescription: '`openai-compatible` with `AI_BASE_URL`, else `embedded`',
      description:
        'Generates reports: `embedded` (no data leaves the machine), `openai`, `openai-compatible` (OpenAI, Ollama, vLLM, llama.cpp), `anthropic`',
    }),
  ),
  AI_BASE_URL: Type.Optional(
    url(['http:', 'https:'], {
      defaultDescription: 'unset; `openai` and `anthropic` have a default',
      description: 'The URL of the provider including `/v1`',
      example: 'http://127.0.0.1:11434/v1',
    }),
  ),
  AI_API_KEY: Type.Optional(
    apiKey({ description: 'The API key. `openai` and `anthropic` need it, unless `AI_BASE_URL` is set' }),
  ),
  AI_MODEL: Type.Optional(
    text({
      allowed: 'the name of a model',
      description: 'The model. Every provider except `embedded` needs it',
    }),
  ),
  AI_CONTEXT_TOKENS: Type.Optional(
    integer({
      minimum: 2_048,
      maximum: 10_000_000,
      defaultDescription: 'by the name of the model; `8192` if it is not known',
      description: 'The context of the model. Longer material is read in parts',
    }),
  ),
  AI_SENDS_DATA_OUTSIDE: Type.Optional(
    boolean({
      defaultDescription: '`false` if `AI_BASE_URL` is an address of this machine',
      description:
        'Whether data leaves your control for the provider. Set it to `true` for a proxy on this machine that forwards requests, and to `false` for a server in your own network',
    }),
  ),
  AI_INPUT_PRICE: Type.Optional(
    price({ description: 'US dollars per million input tokens, for `usage.cost_usd` of jobs' }),
  ),
  AI_OUTPUT_PRICE: Type.Optional(
    price({ description: 'US dollars per million output tokens. Needs `AI_INPUT_PRICE`' }),
  ),
};

export const transcriptionVariables = {
  TRANSCRIBE_PROVIDER: Type.Optional(
    choice(['embedded', 'openai-compatible', 'deepgram'], {
      defaultDescription: '`openai-compatible` with `TRANSCRIBE_BASE_URL`, else `embedded`',
      description: 'Transcribes recordings: on this machine, with a server, or with Deepgram',
    }),
  ),
  TRANSCRIBE_BASE_URL: Type.Optional(
    url(['http:', 'https:'], {
      defaultDescription: 'unset: on this machine; `deepgram` has a default',
      description: "A server with OpenAI's `/audio/transcriptions` route, or Deepgram's `/listen`",
      example: 'http://127.0.0.1:8000/v1',
    }),
  ),
  TRANSCRIBE_API_KEY: Type.Optional(
    apiKey({
      description: 'The API key of the server. `deepgram` needs it, unless `TRANSCRIBE_BASE_URL` is set',
    }),
  ),
  TRANSCRIBE_SENDS_DATA_OUTSIDE: Type.Optional(
    boolean({
      defaultDescription: '`false` if `TRANSCRIBE_BASE_URL` is an address of this machine',
      description: 'As `AI_SENDS_DATA_OUTSIDE`, for recordings',
    }),
  ),
  TRANSCRIBE_PRICE: Type.Optional(
    price({ description: 'US dollars per minute of audio, for `usage.cost_usd` of jobs' }),
  ),
  TRANSCRIBE_MODEL: Type.Optional(
    text({
      allowed: `with \`embedded\` one of ${embeddedTranscribeModels.map((model) => `\`${model}\``).join(', ')}`,
      defaultDescription: '`auto` with `embedded`, `nova-3` with `deepgram`, else `whisper-1`',
      description: 'The model. With `embedded`, it applies to English; `auto` depends on the processor',
    }),
  ),
  PARLEY_MODELS_DIR: Type.Optional(
    text({
      allowed: 'a folder',
      defaultDescription:
        '`XDG_CACHE_HOME/parley/models`, else `~/.cache/parley/models`, else `.models` in the project',
      description: 'Folder of the models for speech and embeddings',
    }),
  ),
};

export const mediaVariables = {
  FFMPEG_PATH: Type.Optional(
    text({
      allowed: 'a program',
      defaultDescription: 'a system ffmpeg if newer, else the one from npm',
      description: 'ffmpeg for probing, thumbnails and clips',
    }),
  ),
  FFPROBE_PATH: Type.Optional(
    text({
      allowed: 'a program',
      defaultDescription: 'ffprobe in the folder of `FFMPEG_PATH`',
      description: 'ffprobe, if it is in another folder. Needs `FFMPEG_PATH`',
    }),
  ),
};

import { describeMismatch } from './kinds.ts';
import { toAiConfig, toTranscribeConfig } from './providers.ts';
import type { Problem } from './read-environment.ts';
import type { Environment } from './schema.ts';
import { embeddedTranscribeModels } from './variables/ai.ts';

/** Whether a variable is set. An invalid one is set, but is not in the values: it must not be reported as missing. */
type IsSet = (name: string) => boolean;

/** Finds variables that are valid on their own, but lack or contradict another one. */
export function findCombinationProblems(values: Environment, isSet: IsSet): Problem[] {
  const problems = [...findAiProblems(values, isSet), ...findTranscribeProblems(values, isSet)];
  if (values.ROLE !== 'all' && !values.DATABASE_URL)
    problems.push({
      name: 'ROLE',
      message: `${values.ROLE} needs DATABASE_URL, because the API and the workers use the same database`,
    });
  if (values.TURN_URLS.length > 0 && !isSet('TURN_SECRET'))
    problems.push({ name: 'TURN_SECRET', message: 'is needed with TURN_URLS' });
  if (values.FFPROBE_PATH && !values.FFMPEG_PATH)
    problems.push({ name: 'FFPROBE_PATH', message: 'is used only with FFMPEG_PATH: set both' });
  return problems;
}

function findAiProblems(values: Environment, isSet: IsSet): Problem[] {
  const { provider, model } = toAiConfig(values);
  const problems = findServerProblems('AI', values, provider, isSet);
  if (provider !== 'embedded' && !model)
    problems.push({ name: 'AI_MODEL', message: `is needed with AI_PROVIDER=${provider}` });
  if ((provider === 'openai' || provider === 'anthropic') && !isSet('AI_API_KEY') && !values.AI_BASE_URL)
    problems.push({ name: 'AI_API_KEY', message: `is needed with AI_PROVIDER=${provider}` });
  for (const [name, other] of [
    ['AI_INPUT_PRICE', 'AI_OUTPUT_PRICE'],
    ['AI_OUTPUT_PRICE', 'AI_INPUT_PRICE'],
  ] as const)
    if (isSet(name) && !isSet(other)) problems.push({ name: other, message: `is needed with ${name}` });
  return problems;
}

function findTranscribeProblems(values: Environment, isSet: IsSet): Problem[] {
  const { provider, model } = toTranscribeConfig(values);
  const problems = findServerProblems('TRANSCRIBE', values, provider, isSet);
  if (provider === 'deepgram' && !isSet('TRANSCRIBE_API_KEY') && !values.TRANSCRIBE_BASE_URL)
    problems.push({ name: 'TRANSCRIBE_API_KEY', message: `is needed with TRANSCRIBE_PROVIDER=${provider}` });
  if (provider === 'embedded' && !embeddedTranscribeModels.includes(model)) {
    const allowed = `one of ${embeddedTranscribeModels.join(', ')}`;
    problems.push({ name: 'TRANSCRIBE_MODEL', message: describeMismatch({ allowed }, model) });
  }
  return problems;
}

/** Refuses a provider and a URL that contradict each other, because the server would have to ignore one of them. */
function findServerProblems(
  prefix: 'AI' | 'TRANSCRIBE',
  values: Environment,
  provider: string,
  isSet: IsSet,
): Problem[] {
  const hasUrl = isSet(`${prefix}_BASE_URL`);
  if (provider === 'openai-compatible' && !hasUrl)
    return [{ name: `${prefix}_BASE_URL`, message: `is needed with ${prefix}_PROVIDER=${provider}` }];
  if (values[`${prefix}_PROVIDER`] === 'embedded' && hasUrl)
    return [
      { name: `${prefix}_PROVIDER`, message: `embedded uses no server, but ${prefix}_BASE_URL is set` },
    ];
  return [];
}

import {
  createAnthropicGenerator,
  createJobGenerator,
  createOpenAiGenerator,
  type JobGenerator,
} from '../platform/ai/generate/index.ts';
import type { AiConfig } from '../platform/config/index.ts';
import type { Outbound } from '../platform/outbound/index.ts';

/** The configured language model, or undefined if the embedded text analysis is used. */
export function chooseGenerator(config: AiConfig, outbound: Outbound): JobGenerator | undefined {
  const { provider: name, prices, ...rest } = config;
  if (name === 'embedded') return undefined;
  const create = name === 'anthropic' ? createAnthropicGenerator : createOpenAiGenerator;
  return createJobGenerator(create(outbound, { name, ...rest }), prices);
}

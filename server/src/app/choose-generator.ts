import { findRedaction } from '../features/identity/accounts/index.ts';
import { listSpeakerLabels } from '../features/sources/transcripts/index.ts';
import {
  createAnthropicGenerator,
  createJobGenerator,
  createOpenAiGenerator,
  type JobGenerator,
} from '../platform/ai/generate/index.ts';
import type { AiConfig } from '../platform/config/index.ts';
import type { Db } from '../platform/database/index.ts';
import type { Outbound } from '../platform/outbound/index.ts';

/** The configured language model, or undefined if the embedded text analysis is used. */
export function chooseGenerator(config: AiConfig, outbound: Outbound, db: Db): JobGenerator | undefined {
  const { provider: name, prices, ...rest } = config;
  if (name === 'embedded') return undefined;
  const create = name === 'anthropic' ? createAnthropicGenerator : createOpenAiGenerator;
  const generator = create(outbound, { name, ...rest });
  return createJobGenerator(generator, {
    prices,
    async findNamesToRedact({ workspace_id, project_id }) {
      const isOn = (await findRedaction(db, workspace_id)) ?? generator.sends_data_outside;
      return isOn ? listSpeakerLabels(db, project_id) : undefined;
    },
  });
}

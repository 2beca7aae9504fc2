import type { AiUsage } from '../usage.ts';
import type { Generator, TokenUsage } from './generator.ts';

/**
 * The configured language model as features receive it. Text can only be sent to it for a job, so that no feature can
 * forget to count usage or to redact.
 */
export interface JobGenerator extends Pick<Generator, 'name' | 'model' | 'sends_data_outside'> {
  forJob(job: JobOfGenerator, run: { addUsage(usage: AiUsage): void }, options?: ForJobOptions): Generator;
}

interface JobOfGenerator {
  workspace_id: string;
  project_id: string;
}

interface ForJobOptions {
  /** Names to redact besides those that the project knows. */
  names?: string[];
}

/** US dollars per million tokens. */
export interface TokenPrices {
  input: number;
  output: number;
}

export function createJobGenerator(generator: Generator, prices: TokenPrices | undefined): JobGenerator {
  const { name, model, sends_data_outside } = generator;
  return {
    name,
    model,
    sends_data_outside,
    forJob: (_job, run) => ({
      ...generator,
      generate: (request) =>
        generator.generate({
          ...request,
          onUsage(usage) {
            const cost_usd = prices ? costOf(usage, prices) : null;
            run.addUsage({ provider: name, model, ...usage, audio_seconds: 0, cost_usd });
            request.onUsage?.(usage);
          },
        }),
    }),
  };
}

const costOf = ({ input_tokens, output_tokens }: TokenUsage, { input, output }: TokenPrices) =>
  (input_tokens * input + output_tokens * output) / 1_000_000;

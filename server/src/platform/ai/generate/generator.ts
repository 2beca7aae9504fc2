/** Text to structured text by a language model. Each provider is one of these. */
export interface Generator {
  /** Shown as `ai.provider` of the workspace. */
  name: string;
  model: string;
  sends_data_outside: boolean;
  /** What the model wrote, as JSON; whether it has the asked shape is the caller's question. */
  generate(request: GenerateRequest): Promise<unknown>;
}

export interface GenerateRequest {
  instructions: string;
  material: string;
  /** JSON Schema of an object, told to the model. Every property is required: strict servers want it so. */
  shape: object;
  signal: AbortSignal;
}

export interface GeneratorConfig {
  name: string;
  baseUrl: string;
  apiKey?: string;
  model: string;
}

/** Its message is a plain sentence that can stand in the `error` of a job. */
export class GeneratorError extends Error {
  readonly code: 'provider_unavailable' | 'provider_refused' | 'provider_answer';

  constructor(code: GeneratorError['code'], message: string) {
    super(message);
    this.name = 'GeneratorError';
    this.code = code;
  }

  /** Another try may help. */
  get retryable(): boolean {
    return this.code !== 'provider_refused';
  }
}

export const badAnswer = (what: string) =>
  new GeneratorError('provider_answer', `The AI server answered with something that ${what}.`);

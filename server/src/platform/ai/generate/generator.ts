/** A language model that turns text into JSON. */
export interface Generator {
  /** Shown as `ai.provider` of the workspace. */
  name: string;
  model: string;
  sends_data_outside: boolean;
  /** Returns the parsed JSON of the model. The caller checks whether it has the requested shape. */
  generate(request: GenerateRequest): Promise<unknown>;
}

export interface GenerateRequest {
  instructions: string;
  material: string;
  /** JSON Schema of an object, sent to the model. Every property must be required, because strict servers demand it. */
  shape: object;
  signal: AbortSignal;
}

export interface GeneratorConfig {
  name: string;
  baseUrl: string;
  apiKey?: string;
  model: string;
}

/** The message is a plain sentence that the API shows as the `error` of a job. */
export class GeneratorError extends Error {
  readonly code: 'provider_unavailable' | 'provider_refused' | 'provider_answer';

  constructor(code: GeneratorError['code'], message: string) {
    super(message);
    this.name = 'GeneratorError';
    this.code = code;
  }

  /** Another attempt may succeed. */
  get retryable(): boolean {
    return this.code !== 'provider_refused';
  }
}

export const invalidResponse = (what: string) =>
  new GeneratorError('provider_answer', `The AI server sent a response that ${what}.`);

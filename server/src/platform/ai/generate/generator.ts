/** A language model that turns text into JSON. */
export interface Generator {
  /** Shown as `ai.provider` of the workspace. */
  name: string;
  model: string;
  sends_data_outside: boolean;
  /** The most tokens that instructions, material and shape may have together. Use `countTokens`. */
  inputTokensMax: number;
  /** Returns the parsed JSON of the model. The caller checks whether it has the requested shape. */
  generate(request: GenerateRequest): Promise<unknown>;
}

export interface GenerateRequest {
  instructions: string;
  material: string;
  /** JSON Schema of an object, sent to the model. Every property must be required, because strict servers demand it. */
  shape: object;
  signal: AbortSignal;
  /**
   * Receives more of the first property of `shape`, which must be a string, while the model writes it. The text is not
   * verified. An attempt that fails may already have sent some.
   */
  onText?(more: string): void;
  /** Called once for each response of the model, even if that response is not valid. */
  onUsage?(usage: TokenUsage): void;
}

export interface TokenUsage {
  input_tokens: number;
  output_tokens: number;
}

export interface GeneratorConfig {
  name: string;
  baseUrl: string;
  apiKey?: string;
  model: string;
  /** The context of the model: input and output together. Default: by the name of the model. */
  contextTokens?: number;
  /** Overrides the decision by the address, for a proxy on this machine or a server in the own network. */
  sendsDataOutside?: boolean;
  /** How long to wait before each retry, unless the server sends Retry-After. */
  retryDelaysMs?: readonly number[];
}

/** The message is a plain sentence that the API shows as the `error` of a job. */
export class GeneratorError extends Error {
  readonly code: 'provider_unavailable' | 'provider_refused' | 'provider_answer' | 'context_exceeded';

  constructor(code: GeneratorError['code'], message: string) {
    super(message);
    this.name = 'GeneratorError';
    this.code = code;
  }

  /** Another attempt may succeed. */
  get retryable(): boolean {
    return this.code === 'provider_unavailable' || this.code === 'provider_answer';
  }
}

export const invalidResponse = (what: string) =>
  new GeneratorError('provider_answer', `The AI server sent a response that ${what}.`);

export const declined = () => new GeneratorError('provider_refused', 'The AI model declined to answer.');

export { createAnthropicGenerator } from './anthropic.ts';
export { type GenerateRequest, type Generator, GeneratorError } from './generator.ts';
export { createOpenAiGenerator } from './openai-compatible.ts';

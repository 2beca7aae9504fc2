export { createAnthropicGenerator } from './anthropic.ts';
export { createJobGenerator, type JobGenerator, type JobOfGenerator } from './for-jobs.ts';
export { type GenerateRequest, type Generator, GeneratorError } from './generator.ts';
export { createMaterial, type Material } from './material.ts';
export { createOpenAiGenerator } from './openai-compatible.ts';
export { countTokens } from './tokens.ts';

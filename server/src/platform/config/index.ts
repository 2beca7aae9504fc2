export type { AiConfig, TranscribeConfig } from './ai.ts';
export { type Config, readConfig } from './config.ts';
export { matchesNetworks } from './readers.ts';

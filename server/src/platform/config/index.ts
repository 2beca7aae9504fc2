export { type Config, readConfig } from './config.ts';
export { keywordsOf } from './kinds.ts';
export type { AiConfig } from './providers.ts';
export { variableGroups } from './schema.ts';

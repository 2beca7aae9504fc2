export { Trimmer } from './trimmer.tsx';
export type { Range } from './words.ts';

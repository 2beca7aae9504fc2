export type { ModelFile } from '../fetch.mjs';
export { endWithParent } from './end-with-parent.ts';
export { findModelFile, isIntact } from './model-files.ts';
export { type ModelProcessLog, startModelProcess } from './model-process.ts';

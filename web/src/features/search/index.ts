export { hitIcons, hitNames } from './hit-names.ts';
export { Snippet } from './snippet.tsx';

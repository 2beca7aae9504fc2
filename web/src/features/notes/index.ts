export { headingOf } from './note-text.ts';

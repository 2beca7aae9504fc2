import { derived } from '../../platform/database/derived/declaration.ts';

export const sampleProjects = derived('sample_projects', {
  none: 'The state of a request, which the page polls.',
});

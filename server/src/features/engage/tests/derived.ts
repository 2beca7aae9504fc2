import { derived } from '../../../platform/database/derived/declaration.ts';

export const tests = derived('tests', {
  activity: {},
  counts: [{ on: 'projects', column: 'test_count' }],
  searchName: { type: 'test' },
  // A project has few tests, so they are found by project and not by an index on the questions.
  references: [
    {
      to: 'files',
      field: 'media_file_id',
      list: 'questions',
      where: 'm.project_id = c.project_id',
      set: { media_file_id: null },
    },
  ],
});

export const testVersions = derived('test_versions', {
  none: 'A version is written once, when its test is published.',
});

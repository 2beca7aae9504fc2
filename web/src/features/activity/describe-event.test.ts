import { expect, it } from 'vitest';
import type { Event } from '../../data/events.ts';
import { describeEvent, isNewsFor, oneRowPerCall, withoutDeletedProjects } from './describe-event.ts';

/** An event with the fields that matter here. */
const event = (type: Event['type'], data: object) =>
  ({ id: 'evt_1', type, created_at: '2026-11-17T10:00:00Z', data }) as Event;

it.each([
  [
    'file.transcribed',
    { id: 'fil_1', name: 'Ben', kind: 'audio', project_id: 'prj_1' },
    'Transcribed',
    '/projects/prj_1/files/fil_1',
  ],
  [
    'tag.created',
    { id: 'tag_1', name: 'Price', project_id: 'prj_1' },
    'New tag',
    '/projects/prj_1/tags/tag_1',
  ],
  ['project.created', { id: 'prj_1', name: 'Shop' }, 'New project', '/projects/prj_1'],
  ['project.deleted', { id: 'prj_1', name: 'Shop' }, 'Project deleted', null],
  [
    'report.generated',
    { id: 'rep_1', title: 'Summary', project_id: 'prj_1' },
    'Report ready',
    '/projects/prj_1/reports/rep_1',
  ],
] as const)('%s leads to the page that shows it', (type, data, verb, path) => {
  expect(describeEvent(event(type, data))).toMatchObject({ verb, path });
});

const otto = { name: 'Otto', email: 'otto@example.com' };
const call = {
  id: 'ses_1',
  project_id: 'prj_1',
  test_id: 'tst_1',
  participant: otto,
  recording_file_id: null,
};
const answers = {
  id: 'rsp_1',
  number: 7,
  project_id: 'prj_1',
  test_id: 'tst_1',
  session_id: null,
  answers: [],
};

it('says who finished which study, and opens the recording or else the project', () => {
  const ended = (data: object, known = {}) => describeEvent(event('engage.session.completed', data), known);
  expect(ended({ ...call, recording_file_id: 'fil_2' }, { testName: 'Checkout, live' })).toMatchObject({
    verb: 'Otto finished',
    name: 'Checkout, live',
    path: '/projects/prj_1/files/fil_2',
  });
  // The recording was saved after the call ended.
  expect(ended(call, { recordingId: 'fil_3' }).path).toBe('/projects/prj_1/files/fil_3');
  // The name of the study is still loading.
  expect(ended({ ...call, participant: { name: null, email: null } })).toMatchObject({
    verb: 'A participant finished a study',
    name: null,
    path: '/projects/prj_1',
  });
});

it('names a participant who gave no name by number, and opens the recording of an answer', () => {
  const participant = { name: null, email: null };
  const submitted = (data: object) =>
    describeEvent(event('test.response.submitted', { ...answers, participant, ...data }), {
      testName: 'Survey',
    });
  expect(submitted({})).toMatchObject({
    verb: 'Participant 7 finished',
    name: 'Survey',
    path: '/projects/prj_1',
  });
  expect(submitted({ answers: [{ file_id: null }, { file_id: 'fil_4' }] }).path).toBe(
    '/projects/prj_1/files/fil_4',
  );
});

it('shows one row for an ended call', () => {
  const ended = event('engage.session.completed', call);
  const other = event('test.response.submitted', answers);
  const events = [
    event('file.transcribed', { id: 'fil_2', kind: 'video', session_id: 'ses_1' }),
    ended,
    event('test.response.submitted', { ...answers, session_id: 'ses_1' }),
    other,
  ];
  expect(oneRowPerCall(events)).toEqual([ended, other]);
});

it('opens the project, and not the file that an erasure has deleted', () => {
  const data = {
    id: 'fil_1',
    name: 'Call',
    kind: 'video',
    project_id: 'prj_1',
    transcription_status: 'none',
  };
  expect(describeEvent(event('file.transcribed', data)).path).toBe('/projects/prj_1');
});

it('calls reading a text an import', () => {
  const data = { id: 'fil_1', name: 'int1.txt', kind: 'document', project_id: 'prj_1' };
  expect(describeEvent(event('file.transcribed', data)).verb).toBe('Imported');
});

it('news are what others did, and the end of work', () => {
  const mine = { created_by: 'usr_1' };
  expect(isNewsFor('usr_1', event('tag.created', mine))).toBe(false);
  expect(isNewsFor('usr_1', event('tag.created', { created_by: 'usr_2' }))).toBe(true);
  expect(isNewsFor('usr_1', event('file.transcribed', { ...mine, kind: 'audio' }))).toBe(true);
  expect(isNewsFor('usr_1', event('engage.session.completed', mine))).toBe(true);
  // The import of a text ends while the person looks at it.
  expect(isNewsFor('usr_1', event('file.transcribed', { ...mine, kind: 'document' }))).toBe(false);
  // Own questions were answered on the screen.
  expect(isNewsFor('usr_1', event('chat.completed', mine))).toBe(false);
});

it('leaves out what happened in a deleted project, until it is restored', () => {
  const events = [
    event('project.deleted', { id: 'prj_1', name: 'Shop' }),
    event('tag.created', { id: 'tag_1', project_id: 'prj_1' }),
    event('tag.created', { id: 'tag_2', project_id: 'prj_2' }),
    event('project.created', { id: 'prj_1', name: 'Shop' }),
  ];
  expect(withoutDeletedProjects(events, new Set(['prj_2']))).toEqual([events[0], events[2]]);
  expect(withoutDeletedProjects(events, new Set(['prj_1', 'prj_2']))).toEqual(events);
});

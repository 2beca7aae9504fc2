import { expect, it } from 'vitest';
import type { Event } from '../../data/events.ts';
import { describeEvent, isNewsFor, withoutDeletedProjects } from './describe-event.ts';

const event = (type: Event['type'], data: object): Event => ({
  id: 'evt_1',
  type,
  created_at: '2026-11-17T10:00:00Z',
  data: data as Event['data'],
});

it.each([
  [
    'file.transcribed',
    { id: 'fil_1', name: 'Ben', project_id: 'prj_1' },
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
  ['report.generated', { id: 'rep_1', title: 'Summary', project_id: 'prj_1' }, 'Report ready', null],
] as const)('%s leads to the page that shows it', (type, data, verb, path) => {
  expect(describeEvent(event(type, data))).toMatchObject({ verb, path });
});

it('news are what others did, and the end of work', () => {
  expect(isNewsFor('usr_1', event('tag.created', { created_by: 'usr_1' }))).toBe(false);
  expect(isNewsFor('usr_1', event('tag.created', { created_by: 'usr_2' }))).toBe(true);
  expect(isNewsFor('usr_1', event('file.transcribed', { created_by: 'usr_1' }))).toBe(true);
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

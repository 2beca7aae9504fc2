import { describe, expect, it } from 'vitest';
import { parseFileView } from './file-view.ts';
import { spanOf } from './use-marks.ts';

describe('the address of a file', () => {
  it.each([
    [
      { t: 12, tab: 'notes', view: 'pages', tag: 'tag_1' },
      { t: 12, tab: 'notes', view: 'pages', tag: 'tag_1' },
    ],
    [{ t: '12.5' }, { t: 12.5 }],
    [{ t: '' }, {}],
    [{ t: -1, tab: 'other', view: 7, tag: '' }, {}],
    [{ t: 'abc' }, {}],
    [{ t: Number.POSITIVE_INFINITY, other: true }, {}],
  ])('%j shows %j', (search, view) => expect(parseFileView(search)).toEqual(view));
});

describe('the part of a new clip', () => {
  it.each([
    ['starts at the current time without marks', {}, 30, { start: 30, end: 45 }],
    ['is between the marks', { in: 5, out: 9 }, 30, { start: 5, end: 9 }],
    ['has a length after the first mark', { in: 5 }, 30, { start: 5, end: 20 }],
    ['has a length before the second mark', { out: 50 }, 30, { start: 35, end: 50 }],
    ['does not start before the recording', { out: 5 }, 30, { start: 0, end: 5 }],
    ['ends with the recording', {}, 95, { start: 95, end: 100 }],
    ['is never empty', {}, 100, { start: 99, end: 100 }],
  ])('%s', (_name, marks, now, span) => expect(spanOf(marks, now, 100)).toEqual(span));
});

import { expect, test } from 'vitest';
import { drawCall, themeOf } from './picture.ts';

const turns = [
  { speaker: 'Noor', start_seconds: 0, end_seconds: 2.5, text: 'Where were {you}?' },
  { speaker: 'Leila', start_seconds: 2.9, end_seconds: 61.25, text: 'On the sofa\\N.' },
];

test('a picture names the recording and its speakers, and frames the one who speaks', () => {
  const picture = drawCall('Interview, Leila', turns);
  expect(picture).toMatch(/Interview, Leila\n/);
  expect(picture).toMatch(/\}Noor\n(.*\n)*.*\}Leila\n/);
  const frames = picture.split('\n').filter((line) => line.includes('\\bord4'));
  expect(frames.map((line) => line.split(',').slice(1, 3))).toEqual([
    ['0:00:00.00', '0:00:02.50'],
    ['0:00:02.90', '0:01:01.25'],
  ]);
});

test('words cannot contain commands of the subtitle format', () => {
  const picture = drawCall('Interview', turns);
  expect(picture).toMatch(/\}Where were {2}you \?\n/);
  expect(picture).toMatch(/\}On the sofa N\.\n/);
});

test('the sample videos have different colours', () => {
  expect(themeOf('Usability session, Tomasz')).not.toEqual(themeOf('Interview, Ingrid'));
});

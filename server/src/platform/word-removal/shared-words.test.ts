import { expect, test } from 'vitest';
import { createIsQuote, createRemoveWords, createSharedWords, wordsOf } from './index.ts';

const given_at = new Date('2026-01-02T00:00:00Z');
const before = new Date('2026-01-01T00:00:00Z');
const said = 'The parcel was left in the rain and nobody rang';
const short = 'it was never late';

const removing = (texts: [string, Date?][], passages = [said]) => {
  const shared = createSharedWords(passages.map((text) => ({ text, given_at })));
  for (const [text, since] of texts) shared.add(text, since);
  return createRemoveWords({ passages, names: [], shared: shared.keys });
};

test.each([
  ['nobody else gave the words', [], 'Heard: [removed].'],
  ['somebody else gave all of the words', [[`So: ${said.toUpperCase()}!`]], `Heard: ${said}.`],
  ['a text had the words before', [[said, before]], `Heard: ${said}.`],
  ['a text has the words since the same time', [[said, given_at]], 'Heard: [removed].'],
  ['a text has the words since a later time', [[said, new Date('2026-01-03')]], 'Heard: [removed].'],
  ['somebody else gave two of the words', [['The parcel']], 'Heard: [removed].'],
] as [string, [string, Date?][], string][])('removes words, or leaves them, if %s', (_, texts, expected) => {
  expect(removing(texts)(`Heard: ${said}.`)).toBe(expected);
});

test('removes the rest of a passage of which others gave a part', () => {
  const remove = removing([['parcel was left in the rain and nobody']]);
  expect(remove('parcel was left in the rain and nobody')).toBe('parcel was left in the rain and nobody');
  expect(remove('was left in the rain and nobody rang')).toBe('[removed]');
});

test('leaves shared words next to a mark', () => {
  expect(removing([])('“[removed] left in the”')).toBe('“[removed]”');
  expect(removing([['left in the van']])('“[removed] left in the”')).toBe('“[removed] left in the”');
});

test('a whole passage of five to seven words is shared as a whole', () => {
  const passages = ['I use it every day'];
  expect(removing([], passages)('I use it every day')).toBe('[removed]');
  expect(removing([['So I use it every day now']], passages)('I use it every day')).toBe(
    'I use it every day',
  );
});

test('the earliest time counts if the person gave the same words twice', () => {
  const shared = createSharedWords([
    { text: said, given_at: before },
    { text: said, given_at: new Date('2026-02-01') },
  ]);
  shared.add(said, given_at);
  expect(shared.keys.size).toBe(0);
});

test('a name is shared only as a whole', () => {
  const shared = createSharedWords(
    [],
    [
      { text: 'Ada Lovelace', given_at },
      { text: '', given_at },
    ],
  );
  shared.add('Ada met a Lovelace.');
  expect(shared.keys.size).toBe(0);
  shared.add('We asked ÁDA lovelace.');
  expect([...shared.keys]).toEqual([wordsOf('ada Lovelace')]);
});

test('a text quotes the person only if some of its words are theirs alone', () => {
  const shared = createSharedWords([said, 'never again'].map((text) => ({ text, given_at })));
  const isQuote = () => createIsQuote([said, 'never again'], shared.keys);
  expect(isQuote()('left in the rain')).toBe(true);
  expect(isQuote()('Never again')).toBe(true);
  shared.add('He was left in the cold, never again.');
  expect(isQuote()('left in the')).toBe(false);
  expect(isQuote()('left in the rain')).toBe(true);
  expect(isQuote()('Never again')).toBe(false);
  expect(isQuote()(short)).toBe(false);
});

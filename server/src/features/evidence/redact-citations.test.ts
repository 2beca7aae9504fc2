import { expect, test } from 'vitest';
import {
  createIsQuote,
  createWasSaid,
  createWordRemoval,
  nameForms,
} from '../../platform/word-removal/index.ts';
import type { ErasedSources } from '../text-table.ts';
import { redactCitations, redactRecord } from './index.ts';

const passages = ['We plan the week on Monday with paper notes', 'I never open the shared board, honestly.'];
const erased: ErasedSources = {
  redactRecord: (record) => record,
  redactEvent: (data) => data,
  fileIds: new Set(['fil_1']),
  responseIds: new Set(),
  ...createWordRemoval({ passages, names: [] }),
  removeNames: (text) => text,
  names: [...nameForms(['Xan', 'Speaker 1']), 'How teams plan – Xan'],
  others: [],
  wasSaid: createWasSaid(passages),
  isQuote: createIsQuote(passages),
};
const cite = (id: string, file_id: string, quote: string, speaker: string) => ({
  id,
  file_id,
  response_id: null,
  quote,
  speaker,
});
const citations = [
  cite('cit_1', 'fil_1', 'paper notes', 'Xan'),
  cite('cit_2', 'fil_2', 'We will use the shared board', 'Tom'),
];
const redact = (text: string, made = false) => redactCitations([text], citations, erased, made).texts[0];

test.each([
  [
    'the attribution',
    '> “paper notes”\n> — Xan, How teams plan – Xan, 0:06 [cit_1]',
    '> “[removed]”\n> — [removed] [cit_1]',
  ],
  ['a name of one word in a count', '3 passages: Xan 3, Tom 1', '3 passages: [removed] 3, Tom 1'],
  ['the name of a file', 'From How teams plan – Xan.', 'From [removed].'],
  ['a heading', '## Paper notes\n\n“paper notes” [cit_1]', '## [removed]\n\n“[removed]” [cit_1]'],
  [
    'the heading of a theme without a quotation',
    '## Paper week\n\nMany people use it.\n\n## Findings\n\nOne [cit_2].',
    '## [removed]\n\nMany people use it.\n\n## Findings\n\nOne [cit_2].',
  ],
  [
    'the row of a theme that only the person spoke about',
    '| Paper week | 1 | 3 | Xan 3 |\n| Board | 2 | 2 | Xan 1, Tom 1 |',
    '| [removed] | 1 | 3 | [removed] 3 |\n| Board | 2 | 2 | [removed] 1, Tom 1 |',
  ],
  ['a short quotation', 'One says “never open”, too.', 'One says “[removed]”, too.'],
  ['a quotation that was cut off', 'One says "I never op…" here', 'One says "[removed]…" here'],
  ['words that were cut off without marks', '- Note: plan the week…', '- Note: [removed]…'],
])('removes %s from a text that cites an erased file', (_, text, expected) => {
  expect(redact(text)).toBe(expected);
  expect(redact(expected)).toBe(expected);
});

test.each([
  ['the words of others', '> “We will use the shared board”\n> — Tom, Talk, 0:01 [cit_2]'],
  ['a quotation of others with the same words', 'Tom says “the shared board” [cit_2].'],
  ['a heading of a section that quotes others, too', '## Tools\n\nOne [cit_1], one [cit_2]'],
  ['a heading without a quotation whose words others said, too', '## Shared board\n\nMany use it.'],
  ['a heading of one word', '## Week\n\nMany plan it.'],
  ['a longer word and a label that names nobody', 'Xander and Speaker 2 agree…'],
])('leaves %s', (_, text) => {
  expect(redact(text)).toBe(text);
});

test('repeats of a removed heading disappear from the summary', () => {
  const body = '## Paper week\n\n“paper notes” [cit_1]';
  const { texts } = redactCitations(['Themes: Paper week and Tools.', body], citations, erased);
  expect(texts[0]).toBe('Themes: [removed] and Tools.');
});

test('a text that was not made from the erased sources keeps names', () => {
  const text = 'Xan says “paper notes”.';
  expect(redactCitations([text], [], erased).texts).toEqual([text]);
  expect(redactCitations([text], [], erased, true).texts).toEqual(['[removed] says “[removed]”.']);
});

test('a name that is also a word is removed only where it is written as a name', () => {
  const will = { ...erased, names: nameForms(['Will']) };
  expect(redactCitations(['Will says they will.'], [], will, true).texts).toEqual([
    '[removed] says they will.',
  ]);
});

test('a copy of a record is redacted like the record, and is the same object if nothing changes', () => {
  const record = { message_id: 'msg_1', content: 'Xan: “paper notes” [cit_1]', citations };
  expect(redactRecord(record, erased)).toEqual({
    message_id: 'msg_1',
    content: '[removed]: “[removed]” [cit_1]',
    citations: [{ ...citations[0], quote: '[removed]', speaker: null, source_deleted: true }, citations[1]],
  });
  const other = { report_id: 'rep_1', skipped: [] };
  expect(redactRecord(other, erased)).toBe(other);
});

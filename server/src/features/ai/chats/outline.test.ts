import { expect, test } from 'vitest';
import { outlineOf } from './outline.ts';

const cited = (id: string, speaker: string, file_id = 'fil_1', verified = true) => ({
  id,
  file_id,
  response_id: null,
  speaker,
  verified,
});

test('an answer of a model has a lead, claims with their passages, and disagreeing voices', () => {
  const content = `They learn **too late** that no time is free.

The free times come last.

> “I filled the basket.” [cit_1]

> “I gave up.” [cit_2]

### Opinions differ

For Katrin it was no obstacle.

> “Thursday is fine.” [cit_3]`;
  const heading = content.replace('Opinions differ', 'Unterschiedliche Ansichten');
  const citations = [cited('cit_1', 'Leila'), cited('cit_2', 'Leila'), cited('cit_3', 'Katrin')];
  expect(outlineOf({ content: heading, answered: true, citations })).toEqual({
    lead: 'They learn **too late** that no time is free.',
    claims: [
      {
        text: 'The free times come last.',
        kind: 'claim',
        citation_ids: ['cit_1', 'cit_2'],
        passage_count: 2,
        people_count: 1,
      },
      {
        text: 'For Katrin it was no obstacle.',
        kind: 'disagreement',
        citation_ids: ['cit_3'],
        passage_count: 1,
        people_count: 1,
      },
    ],
    remarks: [],
    passage_count: 3,
    people_count: 2,
  });
});

test('passages that do not answer the question are the closest ones and are not counted', () => {
  const content = 'There is no answer.\n\nThese are closest to it:\n\n> “A.” [cit_1]';
  const outline = outlineOf({ content, answered: false, citations: [cited('cit_1', 'Leila')] });
  expect(outline).toMatchObject({
    lead: 'There is no answer.',
    claims: [{ text: 'These are closest to it', kind: 'closest', citation_ids: ['cit_1'] }],
    passage_count: 0,
    people_count: 0,
  });
});

test('a quotation that was not found is no passage, and a paragraph without passages is a remark', () => {
  const content = 'Lead.\n\nWords *(not found)* [cit_1]\n\nAlso in this project:\n\n- note *Prices*';
  const citations = [cited('cit_1', 'Leila', 'fil_1', false)];
  expect(outlineOf({ content, answered: true, citations })).toEqual({
    lead: 'Lead.',
    claims: [],
    remarks: ['Words *(not found)*', 'Also in this project\n\n- note *Prices*'],
    passage_count: 0,
    people_count: 0,
  });
});

test('counts the same generic label in two files as two people, and a document as no person', () => {
  const content = 'Lead.\n\n> “A.” [cit_1]\n\n> “B.” [cit_2]\n\n> “C.” [cit_3]';
  const citations = [
    cited('cit_1', 'Speaker 1'),
    cited('cit_2', 'Speaker 1', 'fil_2'),
    cited('cit_3', 'Document', 'fil_3'),
  ];
  expect(outlineOf({ content, answered: true, citations })).toMatchObject({
    passage_count: 3,
    people_count: 2,
  });
});

test('the outline of an empty draft has no parts', () => {
  expect(outlineOf({ content: '', answered: true, citations: [] })).toEqual({
    lead: '',
    claims: [],
    remarks: [],
    passage_count: 0,
    people_count: 0,
  });
});

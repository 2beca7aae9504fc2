import { describe, expect, test } from 'vitest';
import { namedIn } from '../../evidence/retrieval/index.ts';
import { readMaterialQuestion } from './extractive/overview.ts';
import { topicOf } from './extractive/topic.ts';
import { resolveQuestion } from './follow-up.ts';

const first = 'What do people say about shipping costs?';

describe('a follow-up question', () => {
  test.each<[string, string, 'others' | 'reasons' | undefined]>([
    ['Why?', `${first} Why?`, 'reasons'],
    ['And the others?', `${first} And the others?`, 'others'],
    ['Does anyone else say that?', `${first} Does anyone else say that?`, 'others'],
    ['Who mentioned it?', `${first} Who mentioned it?`, undefined],
    ['What about the voucher field?', 'What about the voucher field?', undefined],
    [
      'What do people think of the search when it fails?',
      'What do people think of the search when it fails?',
      undefined,
    ],
  ])('“%s” is understood in its thread', (message, text, asksFor) => {
    expect(resolveQuestion(message, ['Something earlier?', first], 'en')).toMatchObject({ text, asksFor });
  });

  test('continues a chain of follow-up questions, and stands alone in a new thread', () => {
    expect(resolveQuestion('And the others?', [first, 'Why?'], 'en').text).toBe(
      `${first} Why? And the others?`,
    );
    expect(resolveQuestion('Why?', [], 'en')).toEqual({
      text: 'Why?',
      isFollowUp: false,
      asksFor: 'reasons',
    });
    expect(resolveQuestion('Und die anderen?', ['Was sagen sie zum Versand?'], 'de')).toMatchObject({
      text: 'Was sagen sie zum Versand? Und die anderen?',
      asksFor: 'others',
    });
  });
});

test.each<[string, string | undefined]>([
  [first, 'shipping costs'],
  ['What stops people from finishing the purchase?', 'finishing the purchase'],
  ['What is wrong with the shipping page?', 'the shipping page'],
  ['How do participants split costs with friends?', undefined],
  ['What do they think about weather?', undefined],
  ['Tell me about shipping <b>', undefined],
])('the topic of “%s” is %s', (question, topic) => {
  expect(topicOf(question, 'en', ['shipping', 'costs', 'purchase'])).toBe(topic);
});

test('participants are found in a question by their names, but not by a word that begins a question', () => {
  const participants = ['Mina', 'Will', 'Tom Baker', 'Speaker 1 (Talk)'];
  expect(namedIn('What did Mina’s friend and Tom say?', participants)).toEqual(['Mina', 'Tom Baker']);
  expect(namedIn('Will people pay for mina?', participants)).toEqual([]);
  expect(namedIn('What does speaker 1 think?', participants)).toEqual(['Speaker 1 (Talk)']);
});

test('a question without a topic is about the material, and may ask for criticism or praise only', () => {
  const terms = (...surfaces: string[]) => surfaces.map((surface) => ({ stem: surface, surface }));
  expect(readMaterialQuestion('Summarise the findings', terms('Summarise', 'findings'))).toEqual({
    isAboutEverything: true,
    isEmpty: false,
    leaning: undefined,
  });
  expect(readMaterialQuestion('What do people like?', [])).toMatchObject({ leaning: 'positive' });
  expect(readMaterialQuestion('What went well?', [])).toMatchObject({ isEmpty: false, leaning: 'positive' });
  expect(readMaterialQuestion('What went wrong?', [])).toMatchObject({ isEmpty: false, leaning: 'negative' });
  expect(readMaterialQuestion('What problems exist?', terms('problems'))).toMatchObject({
    isAboutEverything: true,
    leaning: 'negative',
  });
  expect(readMaterialQuestion('What problems has the map?', terms('problems', 'map'))).toEqual({
    isAboutEverything: false,
    isEmpty: false,
    leaning: undefined,
  });
});

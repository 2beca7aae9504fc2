import { expect, test } from 'vitest';
import { insertMention, mentionAt, mentionedIds } from './mentions.ts';

const person = (id: string, name: string) => ({ id, name, email: `${id}@example.com` });
const mina = person('usr_1', 'Mina');
const haddad = person('usr_2', 'Mina Haddad');
const jo = person('usr_3', 'Jo (UX)');
const people = [mina, haddad, jo];
const offered = (text: string) => mentionAt(text, text.length, people)?.matches.map(({ id }) => id);

test('an @ at the beginning of a word offers everyone, and letters narrow the list by any part of a name', () => {
  expect(offered('Hi @')).toEqual(['usr_1', 'usr_2', 'usr_3']);
  expect(offered('@had')).toEqual(['usr_2']);
  expect(offered('(@mina h')).toEqual(['usr_2']);
});

test('an address, a name that is complete and a text without @ offer nothing', () => {
  expect(offered('mail mina@example')).toBeUndefined();
  expect(offered('@Mina Haddad ')).toBeUndefined();
  expect(offered('Mina')).toBeUndefined();
});

test('choosing a member replaces what was typed and leaves what follows', () => {
  const text = 'Ask @had about it';
  const { from = -1 } = mentionAt(text, 8, people) ?? {};
  expect(insertMention(text, 8, from, haddad)).toEqual({ text: 'Ask @Mina Haddad about it', caret: 17 });
});

test('the longest name is mentioned, and a name with signs of a pattern is found', () => {
  expect(mentionedIds('@Mina Haddad and @Jo (UX), see this', people, [])).toEqual(['usr_2', 'usr_3']);
  expect(mentionedIds('@Mina, see this', people, [])).toEqual(['usr_1']);
  expect(mentionedIds('@Minas idea', people, [])).toEqual([]);
});

test('only the chosen one of two members with the same name is mentioned', () => {
  const twins = [person('usr_4', 'Kim'), person('usr_5', 'Kim')];
  expect(mentionedIds('@Kim?', twins, ['usr_5'])).toEqual(['usr_5']);
  expect(mentionedIds('@Kim?', twins, [])).toEqual([]);
});

test('a chosen member whose name was removed from the text is not mentioned', () => {
  expect(mentionedIds('Never mind', people, ['usr_1'])).toEqual([]);
});

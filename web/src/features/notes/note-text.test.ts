import { expect, test } from 'vitest';
import { headingOf, snippetOf } from './note-text.ts';

test.each([
  [{ title: 'Slots', body: '# Late\n\n- **after** work' }, 'Slots', 'Late after work'],
  [{ title: null, body: '\n> “Never [again](https://x.example)”\n1. more' }, '“Never again”', 'more'],
  [{ title: ' ', body: ' ' }, 'Empty note', ''],
])('shows %o in a list', (note, heading, snippet) => {
  expect(headingOf(note)).toBe(heading);
  expect(snippetOf(note)).toBe(snippet);
});

import { expect, it } from 'vitest';
import { linkTo } from './link-to.ts';

it.each([
  [
    'https://parley.example.com/projects/p/files/f?t=12.5',
    { to: '/projects/p/files/f', search: { t: 12.5 } },
  ],
  [
    'http://127.0.0.1:3000/projects/p/board?card=card_1',
    { to: '/projects/p/board', search: { card: 'card_1' } },
  ],
  ['/projects/p', { to: '/projects/p', search: {} }],
])('%s', (url, link) => {
  expect(linkTo(url)).toEqual(link);
});

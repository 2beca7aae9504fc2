// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

/** The renderer is a chunk of its own. */
const loading = { timeout: 30_000 };

it('renders Markdown, but neither HTML nor scripts in links', async () => {
  const text = [
    '**Bold** and _quiet_',
    '<script>window.ran = 1</script><img src=x onerror="window.ran = 1">',
    '[click](javascript:window.ran=1)',
    '![a picture](https://example.com/p.png)',
  ].join('\n\n');
  const { container } = render(<Markdown text={text} />);
  expect((await screen.findByText('Bold', {}, loading)).tagName).toBe('STRONG');
  expect(container.querySelector('script, img')).toBeNull();
  expect(screen.getByText('click').getAttribute('href') ?? '').not.toContain('javascript');
  expect(screen.getByText('a picture').getAttribute('href')).toBe('https://example.com/p.png');
  expect(screen.getByText('a picture').getAttribute('rel')).toContain('noopener');
});

it('marks words, the longer of two, and not in code', async () => {
  const text = '**@Mina Haddad** and @Mina, but not `@Mina`';
  const { container } = render(<Markdown text={text} marked={['@Mina', '@Mina Haddad']} />);
  await screen.findByText('@Mina Haddad', {}, loading);
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '@Mina Haddad',
    '@Mina',
  ]);
});

import { limitNesting } from '@parley/transcript-text';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { markWords } from './mark-words.ts';
import { texts } from './texts.ts';

/** A page of another site must not get a handle on this one. */
const ExternalLink = ({ href, children }: { href?: string | undefined; children?: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer noopener nofollow"
    className="text-accent underline underline-offset-2"
  >
    {children}
  </a>
);

const heading = ({ children }: { children?: ReactNode }) => <p className="font-semibold">{children}</p>;

const components: Components = {
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  // Loading a picture would tell another server who reads the text.
  img: ({ src, alt }) => (
    <ExternalLink href={typeof src === 'string' ? src : undefined}>{alt || texts.picture}</ExternalLink>
  ),
  mark: ({ children }) => (
    <mark className="rounded-sm bg-accent-wash px-0.5 font-medium text-accent">{children}</mark>
  ),
  // The page has headings of its own.
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
};

export const MarkdownRenderer = ({ text, marked }: { text: string; marked: readonly string[] }) => (
  <div
    dir="auto"
    className="space-y-2 break-words [&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-3 [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-xs [&_ol]:list-decimal [&_ol]:ps-5 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-2 [&_ul]:list-disc [&_ul]:ps-5"
  >
    <ReactMarkdown components={components} rehypePlugins={[[markWords, marked]]}>
      {limitNesting(text)}
    </ReactMarkdown>
  </div>
);

import { lazy, Suspense } from 'react';

const Renderer = lazy(() =>
  import('./markdown-renderer.tsx').then(({ MarkdownRenderer }) => ({ default: MarkdownRenderer })),
);

/** Text with Markdown. HTML in it is shown as text; links with scripts do not work; pictures become links. `marked` are words that stand out. */
export const Markdown = ({ text, marked = [] }: { text: string; marked?: readonly string[] }) => (
  <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
    <Renderer text={text} marked={marked} />
  </Suspense>
);

import { lazy, Suspense } from 'react';

const Renderer = lazy(() =>
  import('./markdown-renderer.tsx').then(({ MarkdownRenderer }) => ({ default: MarkdownRenderer })),
);

/** Text with Markdown. HTML in it is shown as text; links with scripts do not work; pictures become links. */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
    <Renderer text={text} />
  </Suspense>
);

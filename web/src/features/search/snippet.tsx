import { parseSnippet, type SnippetPart } from '../../lib/snippet.ts';

/** The passage around a hit, with the hit marked. */
export const Snippet = ({ text }: { text: string }) => <SnippetParts parts={parseSnippet(text)} />;

export const SnippetParts = ({ parts }: { parts: readonly SnippetPart[] }) =>
  parts.map(({ text, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <mark key={index} className="rounded-sm bg-accent-wash px-px font-medium text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  );

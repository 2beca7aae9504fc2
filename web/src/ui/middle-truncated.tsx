/** Shorter names are cut at the end like other text, which keeps them in one piece for search and selection. */
const splitFrom = 32;
const endLength = 10;

/** One line. A long name loses its middle, because names of recordings often differ at the end only. */
export function MiddleTruncated({ text }: { text: string }) {
  const characters = [...text];
  if (characters.length < splitFrom) return <span className="block truncate">{text}</span>;
  return (
    <span className="flex min-w-0" title={text}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="truncate">
        {characters.slice(0, -endLength).join('')}
      </span>
      <span aria-hidden="true" className="shrink-0 whitespace-pre">
        {characters.slice(-endLength).join('')}
      </span>
    </span>
  );
}

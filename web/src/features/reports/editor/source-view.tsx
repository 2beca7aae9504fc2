import { parseMarkdown, spansOf } from '@parley/transcript-text/markdown';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useMemo } from 'react';

/** A table, or other Markdown that is shown and stays as it is. */
export function SourceView({ node, selected }: NodeViewProps) {
  const markdown = String(node.attrs.markdown);
  const table = useMemo(() => parseMarkdown(markdown).children[0], [markdown]);
  return (
    <NodeViewWrapper className={`report-source ${selected ? 'is-selected' : ''}`} dir="auto">
      {table?.type === 'table' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its box, with keys too.
        <div className="overflow-x-auto" tabIndex={0}>
          <table className="w-full text-base">
            <tbody>
              {table.children.map((row, i) => (
                <tr key={row.position?.start.offset} className="border-b border-line">
                  {row.children.map((cell) => {
                    const text = spansOf(cell.children)
                      .map((span) => span.text)
                      .join('');
                    const key = cell.position?.start.offset;
                    const style = 'px-2 py-1.5 text-start';
                    return i === 0 ? (
                      <th key={key} scope="col" className={`${style} font-medium`}>
                        {text}
                      </th>
                    ) : (
                      <td key={key} className={style}>
                        {text}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <pre className="overflow-x-auto font-mono text-sm whitespace-pre-wrap">{markdown}</pre>
      )}
    </NodeViewWrapper>
  );
}

import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { lazy, Suspense } from 'react';

/** Loads with the first clip or card of a report. */
const EmbedContent = lazy(() =>
  import('./embed-content.tsx').then(({ EmbedContent }) => ({ default: EmbedContent })),
);

/** A record of the project: a clip that plays, or a card. Its title is stored in the text, so the words remain if it is deleted. */
export function EmbedView({ node, selected }: NodeViewProps) {
  const { kind, ref, title } = node.attrs as { kind: string; ref: string; title: string };
  return (
    <NodeViewWrapper
      as="figure"
      aria-label={title}
      className={`report-block ${selected ? 'is-selected' : ''}`}
    >
      <Suspense fallback={<p className="p-3.5 font-medium">{title}</p>}>
        <EmbedContent kind={kind} id={ref} title={title} />
      </Suspense>
    </NodeViewWrapper>
  );
}

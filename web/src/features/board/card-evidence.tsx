import type { Card } from '../../data/board-order.ts';
import { MomentLink, MomentName, SpanPlayer } from '../media/index.ts';
import { texts } from './texts.ts';

/** The passages that support the card. They play where they stand. */
export function CardEvidence({ card }: { card: Card }) {
  if (card.evidence.length === 0) return null;
  return (
    <section aria-label={texts.evidence} className="space-y-3">
      <h3 className="text-sm font-medium text-soft">{texts.evidence}</h3>
      {card.evidence.map((item, index) => (
        <figure
          // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no id, and its order is the user's
          key={index}
          className="space-y-2 rounded-lg border border-line p-3"
        >
          {item.quote && (
            <blockquote dir="auto" className="font-serif text-md">
              “{item.quote}”
            </blockquote>
          )}
          <figcaption className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
            {item.speaker && <span dir="auto">{item.speaker}</span>}
            {item.file_id && !item.source_deleted && (
              <MomentLink projectId={card.project_id} fileId={item.file_id} seconds={item.start_seconds}>
                <MomentName fileId={item.file_id} seconds={item.start_seconds} />
              </MomentLink>
            )}
            {item.source_deleted && <span>{texts.theFileWasDeleted}</span>}
            {item.detached && <span>{texts.theTranscriptNoLongerContains}</span>}
          </figcaption>
          {item.file_id &&
            !item.source_deleted &&
            item.start_seconds !== null &&
            item.end_seconds !== null && (
              <SpanPlayer
                fileId={item.file_id}
                startSeconds={item.start_seconds}
                endSeconds={item.end_seconds}
                label={item.quote ?? card.title}
              />
            )}
        </figure>
      ))}
    </section>
  );
}

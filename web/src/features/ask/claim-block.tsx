import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Claim } from '../../data/chats.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { storedColors, tagStyle } from '../../ui/tag-colors.ts';
import type { Moment } from '../moments/index.ts';
import { PassageRow } from './passage-row.tsx';
import type { Passages } from './passages.ts';
import { texts } from './texts.ts';

interface ClaimViewProps {
  claim: Claim;
  moments: readonly Moment[];
  /** Later claims are folded until someone opens them. */
  startsOpen: boolean;
  isRunning: boolean;
  /** The last claim of an answer that is being written: its next passage is being checked. */
  isGrowing: boolean;
  passages: Passages;
  narrow: boolean;
  ownFile: string | undefined;
}

/** A statement of an answer with its counts and its moments. Voices that disagree can't be folded. */
export function ClaimView(props: ClaimViewProps) {
  const { claim, moments, startsOpen, isRunning, isGrowing, passages, narrow, ownFile } = props;
  const [choice, setChoice] = useState<boolean>();
  const listId = useId();
  // Passages without a text of their own follow the lead, which has their counts.
  const hasHead = claim.kind !== 'closest' && (claim.text !== null || claim.kind !== 'claim');
  const isFoldable = hasHead && claim.kind !== 'disagreement' && !isRunning;
  const isOpen = !isFoldable || (choice ?? startsOpen);
  const counts =
    isRunning && isGrowing
      ? texts.countsSoFar(claim.passage_count)
      : texts.counts(claim.passage_count, claim.people_count);
  const head = (
    <>
      {claim.kind === 'disagreement' && (
        <span
          style={tagStyle(storedColors.amber)}
          className="me-2 rounded-sm bg-(--tag-wash) px-1.5 py-0.5 text-xs font-medium text-(--tag-ink)"
        >
          {texts.disagrees}
        </span>
      )}
      <ClaimText claim={claim} />
    </>
  );
  return (
    <section>
      {hasHead && (
        <div
          className={`flex items-baseline justify-between gap-x-4 pb-1.5 ${narrow ? '' : 'max-sm:flex-col'}`}
        >
          <h3 dir="auto" className="min-w-0 font-medium">
            {head}
          </h3>
          {isFoldable ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={listId}
              title={isOpen ? texts.hide : texts.show}
              onClick={() => setChoice(!isOpen)}
              className="inline-flex shrink-0 items-center gap-1 text-sm text-soft hover:text-ink pointer-coarse:min-h-11"
            >
              {counts}
              {isOpen ? (
                <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
              ) : (
                <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" className="rtl:rotate-180" />
              )}
            </button>
          ) : (
            <span className="shrink-0 text-sm text-soft">{counts}</span>
          )}
        </div>
      )}
      <ul
        id={listId}
        hidden={!isOpen}
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {isOpen &&
          moments.map((moment) => (
            <PassageRow
              key={moment.id}
              moment={moment}
              isCurrent={passages.current === moment.id}
              onFocus={() => passages.setCurrent(moment.id)}
              narrow={narrow}
              ownFile={ownFile}
            />
          ))}
        {isRunning && isGrowing && <GreyRow />}
      </ul>
    </section>
  );
}

function ClaimText({ claim: { text, kind } }: { claim: Claim }) {
  if (kind === 'related') return texts.related;
  if (text === null) return kind === 'disagreement' ? null : texts.findings;
  return (
    <span className="inline-block [&_p]:inline">
      <Markdown text={text} />
    </span>
  );
}

/** A passage that is not verified yet. */
const GreyRow = () => (
  <li className="flex items-center gap-4 px-3 py-3">
    <span className="sr-only">{texts.checking}</span>
    <span aria-hidden="true" className="h-2 w-3 rounded-full bg-line" />
    <span aria-hidden="true" className="h-2 w-1/2 rounded-full bg-line" />
    <span aria-hidden="true" className="ms-auto h-2 w-1/4 rounded-full bg-line" />
  </li>
);

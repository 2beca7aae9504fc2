import { lazy, type ReactNode, Suspense } from 'react';
import type { Comment, Thread } from '../../data/comments.ts';

const Comments = lazy(() => import('./comments.tsx').then(({ Comments }) => ({ default: Comments })));

interface ReportCommentsProps {
  projectId: string;
  reportId: string;
  /** The comment in the address (`?comment=`). */
  focused?: string | undefined;
  /** The citation that a new comment is about, and what it is called; otherwise a comment is about the whole report. */
  citation?: { id: string; name: string } | undefined;
  onClearCitation?: () => void;
  /** Names the citation of a thread, for example as a button that shows it in the report. */
  describeCitation?: (citationId: string) => ReactNode;
  /** Show only these threads. */
  shows?: (thread: Thread) => boolean;
  /** Gives the field for a new comment the focus. */
  autoFocus?: boolean;
}

/**
 * The comments of a report, about the whole of it or about citations. C is left to the editor; Ctrl+Alt+M writes a comment. It fills
 * the width of its parent.
 */
export function ReportComments({ reportId, citation, onClearCitation, ...props }: ReportCommentsProps) {
  const { describeCitation = () => null, ...rest } = props;
  const place = citation && { anchor: { citation_id: citation.id }, name: citation.name };
  const describePlace = ({ anchor }: Comment) => anchor?.citation_id && describeCitation(anchor.citation_id);
  return (
    <Suspense>
      <Comments
        {...rest}
        target={{ type: 'report', id: reportId }}
        place={place}
        describePlace={describePlace}
        keyC={false}
        heading="h2"
        {...(onClearCitation && { onClearPlace: onClearCitation })}
      />
    </Suspense>
  );
}

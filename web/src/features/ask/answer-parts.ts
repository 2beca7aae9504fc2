import type { AnswerProgress } from '../../data/answer-stream.ts';
import type { Claim, Message, Outline } from '../../data/chats.ts';
import type { Moment } from '../moments/index.ts';
import { momentOfCitation } from '../moments/index.ts';

export interface AnswerParts {
  outline: Outline;
  /** The moments of each claim, in the order of the claims. */
  claims: { claim: Claim; moments: Moment[] }[];
}

/** Passages that do not answer the question: more would look like an answer. */
const closestMax = 3;

/** What a page shows of an answer, or of one that is being written. `ownerId` makes the ids of the moments unique. */
export function partsOf(
  { outline, citations, sources }: Pick<Message | AnswerProgress, 'outline' | 'citations' | 'sources'>,
  { projectId, ownerId }: { projectId: string; ownerId: string },
): AnswerParts | undefined {
  if (!outline) return undefined;
  const names = new Map(sources.map(({ file_id, response_id, name }) => [file_id ?? response_id, name]));
  const byId = new Map(citations.map((citation) => [citation.id, citation]));
  let closest = 0;
  const claims = outline.claims.map((claim) => {
    const moments = claim.citation_ids.flatMap((id) => {
      const citation = byId.get(id);
      if (!citation || (claim.kind === 'closest' && ++closest > closestMax)) return [];
      const moment = momentOfCitation(citation, { projectId, ownerId });
      return { ...moment, file_name: names.get(citation.file_id ?? citation.response_id) ?? null };
    });
    return { claim, moments };
  });
  return { outline, claims: claims.filter(({ moments }) => moments.length > 0) };
}

/** People in claims that others disagree with. */
export const disagreeingPeople = ({ claims }: Outline): number =>
  claims
    .filter(({ kind }) => kind === 'disagreement')
    .reduce((sum, { people_count }) => sum + people_count, 0);

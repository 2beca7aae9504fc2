import type { BlockContent, DefinitionContent, Root, RootContent } from 'mdast';
import { parseMarkdown, spansOf, walk } from '../../evidence/markdown/index.ts';
import type { Citation } from '../../evidence/quotes/index.ts';
import { isGeneric } from '../../evidence/retrieval/index.ts';
import { isHeadingOf } from './phrases.ts';

export const claimKinds = ['claim', 'disagreement', 'related', 'closest'] as const;

export interface Counts {
  passage_count: number;
  people_count: number;
}

export interface Claim extends Counts {
  /** Null for passages without a text of their own. */
  text: string | null;
  kind: (typeof claimKinds)[number];
  citation_ids: string[];
}

/** The parts of an answer in the order in which a page shows them. */
export interface Outline extends Counts {
  lead: string;
  claims: Claim[];
  remarks: string[];
}

interface OutlinedAnswer {
  content: string;
  answered: boolean | null;
  citations: Pick<Citation, 'id' | 'file_id' | 'response_id' | 'speaker' | 'verified'>[];
}

interface Part {
  text: string | null;
  kind: Claim['kind'];
  ids: string[];
}

/** Reads the lead sentence, the claims and their passages from the Markdown of an answer, and counts what it cites. */
export function outlineOf({ content, answered, citations }: OutlinedAnswer): Outline {
  const { lead, parts, remarks } = partsOf(parseMarkdown(content), content, answered !== false);
  const byId = new Map(citations.map((citation) => [citation.id, citation]));
  const verifiedIn = (ids: string[]) => ids.filter((id) => byId.get(id)?.verified);
  const count = (ids: string[]) => countOf(ids.flatMap((id) => byId.get(id) ?? []));
  const claims = parts.map(({ text, kind, ids }): Claim => {
    const verified = verifiedIn(ids);
    return { text, kind, citation_ids: verified, ...count(verified) };
  });
  const isEvidence = ({ kind }: Claim) => kind === 'claim' || kind === 'disagreement';
  return {
    lead,
    claims: claims.filter(({ citation_ids }) => citation_ids.length > 0),
    remarks: [
      ...claims.flatMap(({ text, citation_ids }) => (text !== null && citation_ids.length === 0 ? text : [])),
      ...remarks,
    ],
    ...count(claims.filter(isEvidence).flatMap(({ citation_ids }) => citation_ids)),
  };
}

function partsOf(root: Root, content: string, answered: boolean) {
  const parts: Part[] = [];
  const remarks: string[] = [];
  let lead: string | undefined;
  let kind: Claim['kind'] = answered ? 'claim' : 'closest';
  const add = (text: string | null, ids: string[]) => parts.push({ text, kind, ids });
  for (const node of root.children) {
    const ids = citedIn(node);
    if (node.type === 'blockquote') {
      if (parts.length === 0) add(null, []);
      parts.at(-1)?.ids.push(...ids);
    } else if (node.type === 'heading') {
      const heading = plainText(node);
      kind = kindOf(heading, answered);
      add(kind === 'related' || kind === 'disagreement' ? null : heading, []);
    } else if (node.type === 'paragraph') {
      const text = sourceOf(node, content);
      if (lead === undefined && parts.length === 0) {
        lead = text;
        if (ids.length > 0) add(null, ids);
      } else if (isEmpty(parts.at(-1))) Object.assign(parts.at(-1) as Part, { text, ids });
      else add(text, ids);
    } else {
      // A list belongs to the sentence before it.
      const before = parts.at(-1);
      const text = sourceOf(node, content);
      if (before && before.ids.length === 0 && before.text !== null)
        remarks.push(`${parts.pop()?.text}\n\n${text}`);
      else remarks.push(text);
    }
  }
  return { lead: lead ?? '', parts, remarks };
}

/** A heading without a text of its own, which the next paragraph gives. */
const isEmpty = (part: Part | undefined) => part !== undefined && part.text === null && part.ids.length === 0;

function kindOf(heading: string, answered: boolean): Claim['kind'] {
  if (!answered) return 'closest';
  if (isHeadingOf('differ', heading)) return 'disagreement';
  return isHeadingOf('related', heading) ? 'related' : 'claim';
}

const citedIn = (node: RootContent): string[] => [
  ...new Set([...walk(node)].flatMap((inner) => (inner.type === 'citation' ? inner.id : []))),
];

const plainText = (node: Extract<RootContent, { type: 'heading' }>) =>
  spansOf(node.children)
    .filter(({ citation }) => citation === undefined)
    .map(({ text }) => text)
    .join('')
    .trim();

/** The Markdown of a block, without references to citations. */
const sourceOf = (node: RootContent | BlockContent | DefinitionContent, content: string): string =>
  content
    .slice(node.position?.start.offset, node.position?.end.offset)
    .replace(/\s?(?<!\\)\[cit_\d{1,6}\]/g, '')
    .replace(/:$/, '')
    .trim();

/** Labels such as “Speaker 1” are different people in different files. A document is no person. */
function countOf(citations: OutlinedAnswer['citations']): Counts {
  const unique = new Map(citations.map((citation) => [citation.id, citation]));
  const people = [...unique.values()].flatMap(({ speaker, file_id, response_id }) =>
    speaker === null || speaker === documentSpeaker
      ? []
      : isGeneric(speaker)
        ? `${file_id ?? response_id} ${speaker}`
        : speaker,
  );
  return { passage_count: unique.size, people_count: new Set(people).size };
}

const documentSpeaker = 'Document';

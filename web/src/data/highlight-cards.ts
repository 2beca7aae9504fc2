import { api, type Schemas, unwrap } from '../lib/api.ts';
import { deleteCard, evidenceOf, type NewEvidence } from './highlight-changes.ts';
import { evidenceMax } from './merge-cards.ts';
import type { Tag } from './tags.ts';

/** One card with all highlights of a tag, or a card for each of them. */
export type CardsOfTag = 'one' | 'each';

/** The most highlights that one action sends to the board: as many as a card can have. */
export const sentMax = evidenceMax;

const titleMax = 120;

/** Creates cards from the newest highlights of a tag, in the order of the highlights. Returns the ids of the cards. */
export async function sendHighlights(projectId: string, tag: Tag, cards: CardsOfTag, laneId: string) {
  const { data } = await unwrap(
    api.GET('/v1/projects/{projectId}/highlights', {
      params: { path: { projectId }, query: { tag_id: tag.id, sort: '-created_at', limit: sentMax } },
    }),
  );
  const highlights = data
    .filter(({ detached }) => !detached)
    .toReversed()
    .flatMap((highlight) => {
      const evidence = evidenceOf(highlight);
      return evidence ? [{ quote: highlight.quote, evidence }] : [];
    });
  const wanted =
    cards === 'one'
      ? [{ title: tag.name, evidence: highlights.map(({ evidence }) => evidence) }]
      : highlights.map(({ quote, evidence }) => ({
          title: titleOf(quote ?? tag.name),
          evidence: [evidence],
        }));
  const ids: string[] = [];
  try {
    // One after the other: each goes to the end of the lane.
    for (const card of wanted)
      ids.push(await create(projectId, { ...card, tag_ids: [tag.id], lane_id: laneId }));
  } catch (error) {
    await deleteCards(ids);
    throw error;
  }
  return { ids, highlights: highlights.length };
}

export async function deleteCards(ids: readonly string[]): Promise<void> {
  for (const id of ids) await deleteCard(id);
}

function titleOf(quote: string): string {
  const characters = [...quote.trim()];
  return characters.length > titleMax
    ? `${characters
        .slice(0, titleMax - 1)
        .join('')
        .trimEnd()}…`
    : quote.trim();
}

async function create(projectId: string, body: Schemas['CardCreate'] & { evidence: NewEvidence[] }) {
  const { data } = await unwrap(
    api.POST('/v1/projects/{projectId}/cards', { params: { path: { projectId } }, body }),
  );
  return data.id;
}

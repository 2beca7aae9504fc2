import { type Db, sql } from '../../../platform/database/index.ts';
import { createJsonPages } from '../../../platform/database/json-pages.ts';
import { createCachedRead } from '../../projects/index.ts';
import { tagIdsOf } from '../../tags/index.ts';
import { toCard } from './card-schema.ts';
import { type CardFilters, type CardRow, cardColumns, planCards } from './card-store.ts';

/** The tags of a card are rows of their own. Its own row has everything else. */
const rendered = { columns: cardColumns, version: sql`c.xmin || ' ' || ${tagIdsOf(sql`c.id`)}::text` };

/** Reads a card for its GET. */
export const readCard = createCachedRead<CardRow>({
  ...rendered,
  name: 'Card',
  from: sql`cards c join projects p on p.id = c.project_id`,
  id: sql`c.id`,
  render: toCard,
});

const listAsJson = createJsonPages<CardRow>({ ...rendered, render: (row) => JSON.stringify(toCard(row)) });

export const listCardsAsJson = (db: Db, projectId: string, query: CardFilters) =>
  listAsJson(db, planCards(projectId, query));

import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Id } from '../../../http/schema.ts';
import { type Embedder, EmbedderError } from '../../../platform/ai/embed/index.ts';
import { type CardRow, listCards } from '../../coding/board/index.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { groupTexts } from './group-texts.ts';

/** A person waits for the response. More cards take too long to compare. */
const comparedMax = 300;
/** What a card says is in its first sentences. */
const charactersMax = 500;

export const BoardGroups = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'A phrase from the titles of its cards.',
          examples: ['Shipping costs'],
        }),
        card_ids: Type.Array(Id('card'), { description: 'In board order.' }),
      }),
      { description: 'The largest first. A card that is like no other is in none.' },
    ),
    compared_by: Type.Union([Type.Literal('meaning'), Type.Literal('words')], {
      description: '`words` if the server has no model of the meaning of texts.',
    }),
    compared_count: Type.Integer({ description: 'The number of cards that were compared.', examples: [42] }),
    has_more: Type.Boolean({ description: 'True if the board has more cards than are compared at once.' }),
  },
  { description: 'Cards that say something similar.' },
);

export const boardGroupRoutes = (embedder: Embedder): Route[] => [
  route({
    method: 'GET',
    path: '/projects/{projectId}/board/groups',
    operationId: 'proposeBoardGroups',
    tag: 'Board',
    summary: 'Propose groups of cards that say something similar',
    status: 200,
    ids: { projectId: 'project' },
    data: BoardGroups,
    appOnly: true,
    handler: async ({ db, principal, params: { projectId }, signal }) => {
      await getProjectForRead(db, principal, projectId);
      const { rows, next_cursor } = await listCards(db, projectId, { limit: comparedMax });
      const texts = rows.map((row) => ({ title: row.title, text: textOf(row) }));
      const byMeaning = await groupTexts(texts, (list) => embedder.embed(list, signal)).catch(ignoreNoModel);
      const groups = byMeaning ?? (await groupTexts(texts, undefined));
      return {
        data: {
          groups: groups.map(({ name, members }) => ({
            name,
            card_ids: members.flatMap((at) => rows[at]?.id ?? []),
          })),
          compared_by: byMeaning ? 'meaning' : 'words',
          compared_count: rows.length,
          has_more: next_cursor !== null,
        },
      };
    },
  }),
];

const textOf = ({ title, body, evidence }: CardRow): string =>
  [title, body ?? '', ...evidence.map(({ quote }) => quote ?? '')]
    .filter(Boolean)
    .join('. ')
    .slice(0, charactersMax);

function ignoreNoModel(error: unknown): undefined {
  if (!(error instanceof EmbedderError)) throw error;
}

import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Id, ProjectId, Resource } from '../../../http/schema.ts';
import { Clip, type ClipDeps, listClips, listedClip } from '../../sources/clips/index.ts';
import { getFileForRead } from '../../sources/files/index.ts';
import { Card, listCardsCiting, toCard } from '../board/index.ts';
import { listNotes, Note, toNote } from '../notes/index.ts';
import { listTaggings, Tagging, toTagging } from '../taggings/index.ts';

/** The most records of each kind. A file has fewer. */
const recordsMax = 5_000;

const Material = Resource(
  'FileMaterial',
  {
    file_id: Id('file', 'The file that the material was made from.'),
    project_id: ProjectId(),
    taggings: Type.Array(Tagging, {
      description:
        'Accepted taggings of the file, of its passages, and of its clips and notes, oldest first.',
    }),
    suggestions: Type.Array(Tagging, { description: 'Suggested taggings, oldest first.' }),
    notes: Type.Array(Note, { description: 'Notes about the file, oldest first.' }),
    clips: Type.Array(Clip, { description: 'Clips that were cut from it, oldest first.' }),
    cards: Type.Array(Card, { description: 'Cards with evidence from it.' }),
    has_more: Type.Boolean({
      description: 'True if one of the lists has more than 5,000 entries; read the rest with the lists.',
      examples: [false],
    }),
  },
  { description: 'What was made from a file.' },
);

export const materialRoutes = (deps: Pick<ClipDeps, 'storage' | 'links'>): Route[] => [
  route({
    method: 'GET',
    path: '/files/{fileId}/material',
    operationId: 'getFileMaterial',
    tag: 'Files',
    summary: 'Get what was made from a file',
    description: 'Taggings, suggestions, notes, clips and the cards that cite it, in one response.',
    status: 200,
    ids: { fileId: 'file' },
    signsUrls: true,
    data: Material,
    handler: async ({ db, principal, params: { fileId } }) => {
      const { project_id } = await getFileForRead(db, principal, fileId);
      const query = { file_id: fileId, sort: 'created_at', limit: recordsMax };
      const [accepted, suggested, notes, clips, cards] = await Promise.all([
        listTaggings(db, project_id, { ...query, status: 'accepted' }),
        listTaggings(db, project_id, { ...query, status: 'suggested' }),
        listNotes(db, project_id, query),
        listClips(db, project_id, query),
        listCardsCiting(db, project_id, fileId, recordsMax),
      ]);
      return {
        data: {
          file_id: fileId,
          project_id,
          taggings: accepted.rows.map(toTagging),
          suggestions: suggested.rows.map(toTagging),
          notes: notes.rows.map(toNote),
          clips: await Promise.all(clips.rows.map((row) => listedClip(deps, row))),
          cards: cards.map(toCard),
          has_more:
            [accepted, suggested, notes, clips].some(({ next_cursor }) => next_cursor !== null) ||
            cards.length === recordsMax,
        },
      };
    },
  }),
];

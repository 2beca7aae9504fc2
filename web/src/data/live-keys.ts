import type { QueryKey } from '@tanstack/react-query';
import type { Change } from '../lib/live.ts';
import { keys } from './keys.ts';

/** What the cache knows about a file's material, to leave out cards that do not cite it. */
export interface CachedMaterial {
  fileId: string;
  cardIds: Set<string>;
}

/** What the overview of a project counts. */
const inOverview = new Set<Change['type']>([
  'file',
  'transcript',
  'clip',
  'tag',
  'tagging',
  'card',
  'report',
  'session',
]);

/** The queries that show what changed. */
export function keysOf(change: Change, materials: CachedMaterial[] = []): QueryKey[] {
  const { type, project_id: project } = change;
  const overview = project !== null && inOverview.has(type) ? [keys.overview(project)] : [];
  return [...keysOfRecord(change, materials), ...overview];
}

function keysOfRecord(change: Change, materials: CachedMaterial[]): QueryKey[] {
  const { type, id, action, project_id: project, file_id: file } = change;
  if (type === 'member') return [keys.members, keys.me];
  if (type === 'member_invitation') return [keys.invitations];
  if (type === 'workspace') return [keys.workspace];
  if (type === 'inbox') return [keys.inbox()];
  if (project === null) return [];
  const counts: QueryKey[] = action === 'updated' ? [] : [keys.project(project), keys.projects()];
  const material: QueryKey[] = file === null ? [['material']] : [keys.material(file)];
  const one = (name: string): QueryKey => (id === null ? [name] : [name, id]);
  switch (type) {
    case 'project':
      return [one('project'), keys.projects(), keys.presence(project)];
    case 'file':
      return [one('file'), keys.files(project), ...counts];
    case 'transcript':
      return [
        ['transcript', file],
        ['quotations'],
        ['revisions', file, 'list'],
        keys.files(project),
        keys.insights(project),
        ...material,
      ];
    case 'clip':
      return [one('clip'), keys.clips(project), keys.files(project, 'recent'), ...material, ...counts];
    case 'reel':
      return [one('reel'), keys.reels(project)];
    case 'tag':
      return [keys.tags(project), keys.insights(project), ...counts];
    case 'tagging':
      return [
        keys.taggings(project),
        keys.suggestions(project),
        keys.tags(project),
        keys.insights(project),
        // Tags of whole records are part of the records.
        ...(file === null
          ? [keys.notes(project), keys.board(project)]
          : [keys.files(project), keys.file(file), keys.clips(project), keys.notes(project)]),
        ...material,
      ];
    case 'note':
      return [keys.notes(project), keys.files(project, 'recent'), ...material, ...counts];
    case 'lane':
      return [keys.board(project), keys.lanes(project), ...counts];
    case 'card':
      return [
        one('card'),
        keys.board(project),
        keys.lanes(project),
        keys.insights(project, 'coverage'),
        ...citing(change, materials),
        ...counts,
      ];
    case 'report':
      return [
        one('report'),
        one('quotations'),
        keys.reports(project),
        keys.insights(project, 'coverage'),
        ...counts,
      ];
    case 'presence':
      return [keys.presence(project)];
    case 'comment':
      return [keys.comments(project)];
    case 'session':
      // The session itself, and the lists of upcoming calls.
      return [['sessions']];
    case 'job':
      return [
        one('job'),
        keys.jobs(),
        keys.insights(project, 'sentiment'),
        ...(file === null ? [] : [keys.file(file), keys.files(project)]),
      ];
    default:
      return [];
  }
}

/** A new card may cite any file; another card only those whose material contains it. */
function citing({ id, action }: Change, materials: CachedMaterial[]): QueryKey[] {
  const affected = materials.filter(({ cardIds }) => id === null || action === 'created' || cardIds.has(id));
  return affected.map(({ fileId }) => keys.material(fileId));
}

/** The first parts of all keys above: what is refetched if changes were missed. */
export const liveKeys = new Set([
  'me',
  'members',
  'invitations',
  'workspace',
  'inbox',
  'project',
  'projects',
  'file',
  'files',
  'transcript',
  'revisions',
  'material',
  'clip',
  'clips',
  'reel',
  'reels',
  'tags',
  'taggings',
  'suggestions',
  'notes',
  'board',
  'lanes',
  'card',
  'report',
  'reports',
  'comments',
  'presence',
  'insights',
  'overview',
  'quotations',
  'sessions',
  'job',
  'jobs',
]);

import { type Db, sql } from '../../../platform/database/index.ts';
import { createJsonPages } from '../../../platform/database/json-pages.ts';
import { among, contains, type ListPlan, type ListQuery } from '../../../platform/database/keyset-page.ts';
import { hasTag, highlightTagIdsOf, tagIdsOf, usesTag } from '../../tags/index.ts';
import type { FileDeps } from './deps.ts';
import { thumbnailUrl } from './links/signed-urls.ts';
import { toListedFile } from './schema.ts';
import { type ListedFileRow, lastActivity } from './store.ts';

/** Without internal columns, such as storage keys, except that of the thumbnail. */
const listedColumns = sql`f.id, f.project_id, f.name, f.kind, f.thumbnail_key, f.content_type, f.size_bytes, f.checksum_sha256,
  f.duration_seconds, f.page_count, f.language, f.source, f.status, f.transcription_status, f.transcription_job_id,
  f.session_id, f.response_id, f.recorded_at, f.sentiment, f.metadata, f.error, f.created_at, f.updated_at, f.created_by,
  ${tagIdsOf(sql`f.id`)} as tag_ids, ${lastActivity} as last_activity_at,
  ${highlightTagIdsOf(sql`f.id`)} as highlight_tag_ids`;

interface FileFilters extends ListQuery {
  kind?: string;
  status?: string;
  transcription_status?: string;
  tag_id?: string;
  used_tag_id?: string;
  size_bytes?: number;
  q?: string;
}

/** Returns the function that lists the files of a project. */
export function createFileList(deps: Pick<FileDeps, 'storage'>) {
  const listAsJson = createJsonPages<ListedFileRow>({
    columns: listedColumns,
    // The tags and the last activity are rows of their own. The URL of a thumbnail is always the same.
    version: sql`f.xmin || coalesce((select ' ' || a.xmin from file_activity a where a.file_id = f.id), '')
      || ${tagIdsOf(sql`f.id`)}::text || ${highlightTagIdsOf(sql`f.id`)}::text`,
    render: async (row) => JSON.stringify(toListedFile(row, await thumbnailUrl(deps, row))),
  });
  return (db: Db, projectId: string, query: FileFilters) => listAsJson(db, planFiles(projectId, query));
}

function planFiles(projectId: string, query: FileFilters): Omit<ListPlan, 'select'> {
  const where = [sql`f.project_id = ${projectId}`];
  if (query.kind) where.push(among(sql`f.kind`, query.kind));
  if (query.status) where.push(among(sql`f.status`, query.status));
  if (query.transcription_status) where.push(among(sql`f.transcription_status`, query.transcription_status));
  if (query.tag_id !== undefined) where.push(hasTag(sql`f.id`, query.tag_id));
  if (query.used_tag_id !== undefined) where.push(usesTag(sql`f.id`, query.used_tag_id));
  if (query.size_bytes !== undefined) where.push(sql`f.size_bytes = ${query.size_bytes}`);
  if (query.q) where.push(contains(sql`f.name`, query.q));
  return {
    name: `files of ${projectId}`,
    query,
    from: sql`from files f`,
    where,
    sorts: {
      created_at: { column: sql`f.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`f.updated_at`, type: 'timestamptz' },
      last_activity_at: { column: lastActivity, type: 'timestamptz' },
      name: { column: sql`lower(f.name) collate "C"`, type: 'text' },
      // Files without a duration or size come before all others.
      duration_seconds: { column: sql`coalesce(f.duration_seconds, -1)`, type: 'float8' },
      size_bytes: { column: sql`coalesce(f.size_bytes, -1)`, type: 'bigint' },
    },
    defaultSort: '-created_at',
    id: sql`f.id`,
  };
}

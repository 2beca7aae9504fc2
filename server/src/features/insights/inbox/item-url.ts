import type { InboxRow } from './store.ts';

/** The page that shows what the row is about, at its moment. */
export function urlOf(row: InboxRow, publicUrl: string): string {
  const url = new URL(
    row.project_id
      ? `${publicUrl}/projects/${row.project_id}${pathInProject(row)}`
      : `${publicUrl}${path(row)}`,
  );
  if (row.comment_id) url.searchParams.set('comment', row.comment_id);
  return url.href;
}

const path = ({ type }: InboxRow) =>
  type === 'webhook_disabled' ? '/settings/api-keys' : '/settings/members';

function pathInProject({ subject_type, subject_id, file_id, seconds, job_type }: InboxRow): string {
  switch (subject_type) {
    case 'card':
      return `/board?card=${subject_id}`;
    case 'report':
      return `/reports/${subject_id}`;
    case 'note':
      return `/notes?note=${subject_id}`;
    case 'clip':
      return `/clips?clip=${subject_id}`;
    case 'chat':
      return `/ask/${subject_id}`;
    case 'file':
    case 'tagging':
    case 'response':
      return file_id ? `/files/${file_id}${seconds === null ? '' : `?t=${seconds}`}` : '';
    case 'project':
      return job_type === 'auto_tag' ? '/tags' : '';
    default:
      return '';
  }
}

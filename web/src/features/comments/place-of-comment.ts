import { type Comment, readComment } from '../../data/comments.ts';
import { api, unwrap } from '../../lib/api.ts';

interface Place {
  to: string;
  search: { comment?: string; t?: number; [name: string]: string | number | undefined };
}

/** Where a comment is shown. Without the comment, that is the page of its project. */
export async function findPlaceOfComment(projectId: string, commentId: string): Promise<Place> {
  const comment = await readComment(commentId);
  const project = `/projects/${projectId}`;
  const { target_id: id, anchor } = comment;
  const search = { comment: comment.id };
  const ofFile = { ...search, tab: 'comments', ...timeOf(anchor) };
  switch (comment.target_type) {
    case 'card':
      return { to: `${project}/board`, search: { card: id, ...search } };
    case 'note':
      return { to: `${project}/notes`, search: { note: id, ...search } };
    case 'clip':
      return { to: `${project}/clips`, search: { clip: id, ...search } };
    case 'report':
      return { to: `${project}/reports/${id}`, search };
    case 'file':
      return { to: `${project}/files/${id}`, search: ofFile };
    case 'tagging':
      return findPlaceOfTagging(project, id, search);
  }
}

const timeOf = (anchor: Comment['anchor']): { t?: number } =>
  anchor?.start_seconds == null ? {} : { t: Math.floor(anchor.start_seconds) };

async function findPlaceOfTagging(
  project: string,
  taggingId: string,
  search: { comment: string },
): Promise<Place> {
  const { data } = await unwrap(api.GET('/v1/taggings/{taggingId}', { params: { path: { taggingId } } }));
  const { file_id, start_seconds } = data;
  if (file_id === null) return { to: project, search: {} };
  const time = start_seconds === null ? {} : { t: Math.floor(start_seconds) };
  return { to: `${project}/files/${file_id}`, search: { ...search, tab: 'comments', ...time } };
}

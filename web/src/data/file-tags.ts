import { api, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import { type BulkResult, changeEach, reasonOf } from './change-each.ts';
import type { ProjectFile } from './files.ts';

export interface TagChange {
  files: readonly ProjectFile[];
  tagId: string;
  /** False removes the tag. */
  add: boolean;
}

/** Taggings in one request. */
const createMax = 500;
/** The filter `target_id` has at most 2,000 characters. */
const filterMax = 50;

/**
 * Adds one tag to files or removes it, and leaves their other tags as they are: people who tag the same file at the same
 * time do not undo each other's work. `done` has the files that changed, without those that already were as requested.
 */
export async function changeTagOfFiles(
  projectId: string,
  { files, tagId, add }: TagChange,
): Promise<BulkResult> {
  const change = add ? addTag : removeTag;
  const results = await Promise.all(
    chunks(files, add ? createMax : filterMax).map((some) =>
      change(projectId, tagId, some).catch((error: unknown) => ({
        done: [],
        failed: some.map((file) => ({ file, reason: reasonOf(error) })),
      })),
    ),
  );
  return {
    done: results.flatMap(({ done }) => done),
    failed: results.flatMap(({ failed }) => failed),
  };
}

async function addTag(projectId: string, tagId: string, files: ProjectFile[]): Promise<BulkResult> {
  const { data } = await unwrap(
    api.POST('/v1/projects/{projectId}/taggings', {
      params: { path: { projectId } },
      body: {
        taggings: files.map(({ id }) => ({ tag_id: tagId, target_type: 'file' as const, target_id: id })),
      },
    }),
  );
  const refused = files.flatMap((file, at) => {
    const error = data[at]?.error;
    return error ? [{ file, reason: error.details.map(({ message }) => message).join(' ') }] : [];
  });
  const tagged =
    refused.length > 0
      ? await findTaggings(
          projectId,
          tagId,
          refused.map(({ file }) => file),
        )
      : [];
  const present = new Set(tagged.map(({ target_id }) => target_id));
  return {
    done: files.filter((_file, at) => !data[at]?.error),
    failed: refused.filter(({ file }) => !present.has(file.id)),
  };
}

async function removeTag(projectId: string, tagId: string, files: ProjectFile[]): Promise<BulkResult> {
  const taggings = await findTaggings(projectId, tagId, files);
  const taggingOf = new Map(taggings.map(({ id, target_id }) => [target_id, id]));
  return changeEach(
    files.filter(({ id }) => taggingOf.has(id)),
    async ({ id }) => {
      const taggingId = taggingOf.get(id) as string;
      try {
        await unwrap(api.DELETE('/v1/taggings/{taggingId}', { params: { path: { taggingId } } }));
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
  );
}

/** The taggings of the whole files, not of passages in them. */
async function findTaggings(projectId: string, tagId: string, files: readonly ProjectFile[]) {
  const found: { id: string; target_id: string }[] = [];
  for (const some of chunks(files, filterMax)) {
    let cursor: string | undefined;
    do {
      const page = await unwrap(
        api.GET('/v1/projects/{projectId}/taggings', {
          params: {
            path: { projectId },
            query: {
              tag_id: tagId,
              target_type: 'file',
              target_id: some.map(({ id }) => id).join(','),
              status: 'accepted',
              limit: 100,
              cursor,
            },
          },
        }),
      );
      found.push(...page.data.filter(({ start_seconds, quote }) => start_seconds === null && quote === null));
      cursor = page.meta.next_cursor ?? undefined;
    } while (cursor);
  }
  return found;
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { transcriptBodyBytesMax } from '../transcripts/index.ts';
import { createFile, createFromForm, type ReceivedForm } from './create.ts';
import type { FileDeps } from './deps.ts';
import { FileChange, FileForm, FileMove, NewFile } from './input-schema.ts';
import { signedUrls, thumbnailUrl } from './links/signed-urls.ts';
import { createFileList } from './list-files.ts';
import { moveFile } from './move.ts';
import { File, FilesQuery, ListedFile, toFile } from './schema.ts';
import { changeFile, getFileForRead, removeFile } from './service.ts';
import type { FileRow } from './store.ts';
import { receiveForm } from './uploads/multipart.ts';
import { waveformRoute } from './waveform-route.ts';

export function fileRoutes(deps: FileDeps): Route[] {
  const listFiles = createFileList(deps);
  const one = { tag: 'Files', ids: { fileId: 'file' }, data: File, status: 200 } as const;
  const ofProject = {
    path: '/projects/{projectId}/files',
    tag: 'Files',
    ids: { projectId: 'project' },
  } as const;
  return [
    waveformRoute(deps),
    route({
      ...ofProject,
      method: 'GET',
      operationId: 'listFiles',
      summary: 'List the files of a project',
      status: 200,
      query: FilesQuery,
      data: ListedFile,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listFiles(db, params.projectId, query),
        ]);
        return page;
      },
    }),
    route({
      ...ofProject,
      method: 'POST',
      operationId: 'createFile',
      summary: 'Add a file',
      description:
        'From bytes that you send afterwards (`size_bytes`; the response contains the upload URL), from a `url`, from `text`, or from an existing `transcript`. Or send the bytes in this request as `multipart/form-data`. The type is detected from the bytes.',
      status: 201,
      bodyBytesMax: transcriptBodyBytesMax,
      rawContentTypes: ['multipart/form-data'],
      form: FileForm,
      receive: (request, principal) => receiveForm(deps, request, principal),
      body: NewFile,
      data: File,
      example: { body: { name: 'Interview 4.mp4', content_type: 'video/mp4', size_bytes: 48_213_004 } },
      handler: async (call) => {
        const { projectId } = call.params;
        const file = isForm(call.body)
          ? await createFromForm(deps, call, projectId, call.body)
          : await createFile(deps, call, projectId, call.body);
        return { data: await withUpload(file, call) };
      },
    }),
    route({
      ...one,
      method: 'GET',
      path: '/files/{fileId}',
      operationId: 'getFile',
      signsUrls: true,
      summary: 'Get a file',
      description: 'With signed URLs of its content, valid for an hour.',
      handler: async ({ db, principal, params, now }) => {
        const file = await getFileForRead(db, principal, params.fileId);
        return { data: toFile(file, await signedUrls(deps, principal, file, now)) };
      },
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/files/{fileId}',
      operationId: 'updateFile',
      summary: 'Change a file',
      body: FileChange,
      example: { body: { name: 'Interview 4, Ada' } },
      handler: async (call) => {
        const file = await changeFile(call, call.params.fileId, call.body);
        return { data: toFile(file, { thumbnail_url: await thumbnailUrl(deps, file) }) };
      },
    }),
    route({
      ...one,
      method: 'POST',
      path: '/files/{fileId}/move',
      operationId: 'moveFile',
      summary: 'Move a file to another project',
      description:
        'Its transcript and clips go along, and its id stays. A file that is in use in its project (by tags, highlights, notes, cards, reports, chats or tests), belongs to a participant, or is being processed cannot be moved.',
      body: FileMove,
      example: { body: { project_id: 'prj_01hzy8q4v7e2m9k3x5t6w8r0ab' } },
      handler: async (call) => {
        const file = await moveFile(deps.registered, call, call.params.fileId, call.body.project_id);
        return { data: toFile(file, { thumbnail_url: await thumbnailUrl(deps, file) }) };
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/files/{fileId}',
      operationId: 'deleteFile',
      summary: 'Delete a file',
      description:
        'Also deletes its bytes, transcript and clips. Quotes in cards and reports remain, marked `source_deleted`.',
      data: Deleted('file'),
      handler: async (call) => {
        await removeFile(deps, call, call.params.fileId);
        return { data: { id: call.params.fileId, deleted: true } };
      },
    }),
  ];

  /** The response to a creation contains the upload URL. Signed download URLs are only in the GET. */
  async function withUpload(
    file: FileRow,
    { principal, now }: { principal: Parameters<typeof signedUrls>[1]; now: Date },
  ) {
    const wire = toFile(file);
    if (file.status !== 'uploading') return wire;
    const { upload } = await signedUrls(deps, principal, file, now);
    return { ...wire, upload };
  }
}

const isForm = (body: unknown): body is ReceivedForm =>
  typeof body === 'object' && body !== null && 'blob' in body && 'file_id' in body;

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as TusServer } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidField, notFound } from '../../../../foundation/errors.ts';
import { isBodyPending, respondEarly } from '../../../../http/early-response.ts';
import { sql } from '../../../../platform/database/index.ts';
import type { FileDeps } from '../deps.ts';
import { uploadHours } from '../limits.ts';
import { type FileRow, findFileById } from '../store.ts';
import { createRecordingCharge } from './charge-recording.ts';
import { completeUpload } from './complete-upload.ts';
import { isTusFault, patchUpload, tusVersion } from './patch-upload.ts';
import { putUpload } from './put-upload.ts';
import { createUploadLocks, drainMs, type UploadLocks } from './upload-locks.ts';

const tusType = 'application/offset+octet-stream';

/** Pages of any origin may use an upload URL. No cookies are needed, because the URL itself grants the permission. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Tus-Resumable, Upload-Offset, Upload-Length, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The same for every token, so that it does not reveal whether an upload exists. */
const optionsHeaders = {
  allow: 'OPTIONS, HEAD, PATCH, PUT',
  'access-control-allow-methods': 'OPTIONS, HEAD, PATCH, PUT',
  'access-control-allow-headers':
    'Content-Type, Tus-Resumable, Upload-Offset, Upload-Length, X-Requested-With, X-Request-ID',
  'access-control-max-age': '86400',
  'tus-resumable': tusVersion,
  'tus-version': tusVersion,
};

/**
 * Receives bytes at upload URLs. The URL grants the permission: it contains a signature and the id of one file whose
 * upload is not complete.
 */
export function mountUploads(app: FastifyInstance, deps: FileDeps): void {
  const locks = createUploadLocks(deps.db);
  const tus = new TusServer({
    path: '/uploads',
    datastore: deps.uploads.datastore,
    // Every request, even a HEAD, takes the lock and so ends a writer whose client is gone.
    locker: locks.locker,
    lockDrainTimeout: drainMs,
    disableTerminationForFinishedUploads: true,
    getFileIdFromRequest: (_request, lastPath) => deps.uploadTokens.verify(lastPath ?? ''),
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is not parsed: its bytes go from the socket to the storage.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(corsHeaders);
      done();
    });
    scope.head('/uploads/:token', (request, reply) => sendOffset(deps, tus, request, reply));
    scope.patch('/uploads/:token', (request, reply) => append(deps, locks, request, reply));
    scope.put('/uploads/:token', async (request) => {
      const file = await getOpenUpload(deps, request);
      // The length of a recording is not known before its end, so it is only appended to.
      if (file.size_bytes === null) throw notFound('Upload');
      return putUpload(deps, locks, request.raw, file);
    });
    scope.options('/uploads/:token', (_request, reply) => reply.code(204).headers(optionsHeaders).send());
  });
}

async function sendOffset(deps: FileDeps, tus: TusServer, request: FastifyRequest, reply: FastifyReply) {
  const file = await getOpenUpload(deps, request);
  // The bytes are no longer in the uploads folder. The record shows that the upload is complete.
  if (file.status !== 'uploading') return sendComplete(reply, file);
  await forwardToTus(tus, request, reply);
  if ((await deps.uploads.findOffset(file.id)) === file.size_bytes) await completeUpload(deps, file.id);
}

async function append(deps: FileDeps, locks: UploadLocks, request: FastifyRequest, reply: FastifyReply) {
  const file = await getOpenUpload(deps, request);
  if (request.headers['content-type'] !== tusType)
    throw invalidField('Content-Type', `Send the bytes as ${tusType}.`);
  const { response_id, project_id } = file;
  if (response_id !== null)
    await deps.admitRecordedBytes(
      deps.db,
      { response_id, project_id, bytes: 0, address: request.ip },
      deps.clock.now(),
    );
  await extendUpload(deps, file);
  reply.header('tus-resumable', tusVersion);
  try {
    const offset = await patchUpload(deps.uploads.datastore, locks, request.raw, file.id, {
      requireOpen: async () => void (await getOpenUpload(deps, request)),
      charge: createRecordingCharge(deps, file, request.ip),
    });
    if (offset === file.size_bytes) await completeUpload(deps, file.id);
    return reply.code(204).header('upload-offset', offset).send();
  } catch (error) {
    if (!isTusFault(error)) throw error;
    reply.code(error.status_code).type('text/plain; charset=utf-8');
    return isBodyPending(request) ? respondEarly(request, reply, error.body) : reply.send(error.body);
  }
}

/** The tus response to HEAD for a complete upload. */
function sendComplete(reply: FastifyReply, { size_bytes }: FileRow): FastifyReply {
  return reply
    .headers({
      'tus-resumable': tusVersion,
      'cache-control': 'no-store',
      'upload-offset': size_bytes ?? 0,
      'upload-length': size_bytes ?? 0,
    })
    .send();
}

/** Lets the tus server write the response: its protocol has its own headers and errors. */
async function forwardToTus(tus: TusServer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  await tus.handle(request.raw as IncomingMessage, raw as ServerResponse);
}

async function getOpenUpload(deps: FileDeps, request: FastifyRequest): Promise<FileRow> {
  const { token } = request.params as { token: string };
  const fileId = deps.uploadTokens.verify(token);
  const file = fileId && (await findFileById(deps.db, fileId));
  if (!file || (file.upload_expires_at ?? 0) <= deps.clock.now()) throw notFound('Upload');
  // HEAD also works for a complete upload, for clients that missed the last response.
  if (file.status !== 'uploading' && request.method !== 'HEAD') throw notFound('Upload');
  return file;
}

async function extendUpload({ db, clock }: FileDeps, file: FileRow): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + uploadHours * 3_600_000);
  // An upload that was ended meanwhile does not start again.
  await db.query(sql`
    update files set upload_expires_at = ${expiresAt}, updated_at = ${now}
     where id = ${file.id} and upload_expires_at > ${now}`);
}

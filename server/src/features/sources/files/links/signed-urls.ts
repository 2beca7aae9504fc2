import { signedUrlMinutes } from '../../../../foundation/limits.ts';
import { mayWrite, type Researcher } from '../../../../foundation/principal.ts';
import type { FileDeps } from '../deps.ts';
import type { SignedUrls } from '../schema.ts';
import type { FileRow } from '../store.ts';

/** Only for the GET of one file: anyone who has such a URL can read the bytes until it expires. */
export async function signedUrls(
  deps: FileDeps,
  principal: Researcher,
  file: FileRow,
  now: Date,
): Promise<SignedUrls> {
  const expiresAt = new Date(now.getTime() + signedUrlMinutes * 60_000);
  const sign = (key: string | null, contentType: string, filename: string, inline: boolean) =>
    key === null
      ? null
      : deps.storage.signUrl({
          key,
          expiresAt,
          filename,
          contentType,
          disposition: inline ? 'inline' : 'attachment',
        });
  const [download_url, thumbnail_url, waveform_url] = await Promise.all([
    sign(file.blob_key, file.content_type, file.name, file.inline),
    thumbnailUrl(deps, file),
    sign(file.waveform_key, 'application/json', 'waveform.json', false),
  ]);
  return {
    download_url,
    download_url_expires_at: download_url === null ? null : expiresAt,
    thumbnail_url,
    waveform_url,
    upload: await uploadOf(deps, principal, file),
  };
}

/**
 * Always the same for the same thumbnail, so that browsers can cache it. It cannot be guessed, does not expire, and stops
 * working when the file or its project is deleted (ADR 13).
 */
export async function thumbnailUrl(
  { storage }: Pick<FileDeps, 'storage'>,
  { thumbnail_key }: Pick<FileRow, 'thumbnail_key'>,
): Promise<string | null> {
  if (thumbnail_key === null) return null;
  return storage.signUrl({
    key: thumbnail_key,
    expiresAt: null,
    filename: 'thumbnail.jpg',
    contentType: 'image/jpeg',
    disposition: 'inline',
  });
}

async function uploadOf(deps: FileDeps, principal: Researcher, file: FileRow): Promise<SignedUrls['upload']> {
  if (file.status !== 'uploading' || !file.upload_expires_at || !mayWrite(principal)) return null;
  const url = `${deps.publicUrl}/uploads/${deps.uploadTokens.sign(file.id)}`;
  const received = await deps.uploads.findOffset(file.id);
  return {
    protocol: 'tus',
    url,
    put_url: url,
    received_bytes: received ?? 0,
    expires_at: file.upload_expires_at,
  };
}

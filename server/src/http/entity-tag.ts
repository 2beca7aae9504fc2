import { hash } from 'node:crypto';
import { signedUrlMinutes } from '../foundation/limits.ts';

/** Half the validity of a signed URL: links in a response that a 304 confirms stay valid for at least this long. */
const windowMs = (signedUrlMinutes * 60_000) / 2;

const signedUrl = /"(?:download_url|thumbnail_url|waveform_url|download_url_expires_at)":"[^"]*"/g;

/** A cached response is hashed once. */
const tagsOfBuffers = new WeakMap<Buffer, string>();

/** Weak, because the same tag serves every content encoding. */
export function entityTag(body: string | Buffer): string {
  if (typeof body === 'string') return tagOf(body);
  const known = tagsOfBuffers.get(body) ?? tagOf(body);
  tagsOfBuffers.set(body, known);
  return known;
}

/** The tag of a body with signed URLs, which differ in every read. It ignores them, but changes before they expire. */
export const entityTagOfSigned = (body: string | Buffer, now: Date): string =>
  tagOf(`${Math.floor(now.getTime() / windowMs)}${String(body).replace(signedUrl, '""')}`);

/** The tags that a body with signed URLs has had in the last day, if nothing else in it has changed. */
export const entityTagsOfLastDay = (body: string | Buffer, now: Date): string[] =>
  Array.from({ length: Math.ceil(86_400_000 / windowMs) }, (_, i) =>
    entityTagOfSigned(body, new Date(now.getTime() - i * windowMs)),
  );

const tagOf = (body: string | Buffer) => `W/"${hash('sha1', body, 'base64url')}"`;

/** RFC 9110 §13.1.2: `*` or a list of tags, compared weakly. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}

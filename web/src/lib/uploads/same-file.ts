import type { UploadItem } from './item.ts';
import { texts } from './texts.ts';

/** A file that seems to be the one that is to be uploaded, and by what. */
export interface SameFile {
  name: string;
  by: 'name' | 'content' | 'size';
}

export const describeSame = ({ name, by }: SameFile): string =>
  ({
    name: texts.sameNameAndSize,
    content: texts.sameContent(name),
    size: texts.sameSize(name),
  })[by];

/** Whether another upload of the list to the same project has the content of this one under another name. */
export const hasSameContent = (other: UploadItem, item: UploadItem): boolean =>
  other.id !== item.id &&
  other.name !== item.name &&
  other.projectId === item.projectId &&
  other.state !== 'failed' &&
  other.size === item.size &&
  other.fingerprint !== undefined &&
  other.fingerprint === item.fingerprint;

/** The browser reads the whole file into memory for a checksum. */
const checksumBytesMax = 200 * 1024 ** 2;

/** SHA-256 as the server computes it. Undefined for large files, and where the page has no secure context. */
export async function readChecksum(source: Blob): Promise<string | undefined> {
  if (source.size > checksumBytesMax || !globalThis.crypto?.subtle) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await source.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

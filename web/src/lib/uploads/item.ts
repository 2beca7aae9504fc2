import { texts } from './texts.ts';

/** What the user said about the people who speak in a recording. */
export interface SpeakerOptions {
  speakers_expected?: number;
  /** In the order in which they first speak. */
  speaker_names?: string[];
}

/**
 * - `asking`: something speaks against the upload; the user decides.
 * - `waiting`: in line; three files are sent at a time.
 * - `sending`: bytes are on their way.
 * - `offline`: the connection is lost; the upload continues by itself.
 * - `paused`: by the user.
 * - `cut`: the page was reloaded; the upload continues when the user chooses the same file again.
 * - `failed`: with the reason in `problem`.
 * - `sent`: all bytes have arrived; the server processes the file.
 */
export type UploadState = 'asking' | 'waiting' | 'sending' | 'offline' | 'paused' | 'cut' | 'failed' | 'sent';

export interface UploadItem {
  id: string;
  projectId: string;
  name: string;
  size: number;
  /** Milliseconds since 1970, as the browser reports it: tells two versions of a file apart. */
  lastModified: number;
  contentType: string;
  /** The fingerprint of the bytes, from the first attempt on: the upload continues only with the same content. */
  fingerprint?: string;
  /** Whether the server transcribes the file once it is ready, and what it knows about the speakers. */
  transcribe: boolean | SpeakerOptions;
  state: UploadState;
  /** Bytes that the server has confirmed. */
  sentBytes: number;
  /** The record on the server, once it exists. */
  fileId?: string;
  /** Counts the records that were created for this upload: an expired one is replaced by a new one. */
  generation: number;
  /** Why the upload asks, waits or failed, and what to do next. */
  problem?: string;
  /** Whether another attempt can succeed. */
  retryable: boolean;
  /** The user has decided to upload it although something speaks against it. */
  confirmed: boolean;
}

/** What the queue needs of a browser's `File`. */
export type UploadSource = Blob & { readonly name: string; readonly lastModified: number };

const running = new Set<UploadState>(['waiting', 'sending', 'offline']);

/** Whether leaving the page would interrupt this upload. */
export const isRunning = ({ state }: UploadItem) => running.has(state);

/** Whether the upload still needs something: bytes, a decision or the file. */
export const isOpen = ({ state }: UploadItem) => state !== 'sent';

/** Whether the user has not yet decided to upload it at all. */
export const isUndecided = ({ state, fileId }: UploadItem) => state === 'asking' && !fileId;

/** A name that the server accepts: without control characters and changes of direction, at most 255 characters, with its ending. */
export function cleanName(name: string): string {
  // Control characters, halves of characters, and characters that reverse the text after them.
  const visible = name.replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '').trim() || 'file';
  const characters = [...visible];
  if (characters.length <= 255) return visible;
  const ending = /\.[^.]{1,12}$/u.exec(visible)?.[0] ?? '';
  return characters.slice(0, 255 - [...ending].length).join('') + ending;
}

/** Why a chosen file can’t continue the upload; undefined if it is the same file. */
export function findDifference(item: UploadItem, source: UploadSource): string | undefined {
  if (cleanName(source.name) !== item.name) return texts.otherName(source.name, item.name);
  if (source.size !== item.size) return texts.otherSize(source.size, item.size);
  if (source.lastModified !== item.lastModified) return texts.changedSince;
  return undefined;
}

import type { Schemas } from '../lib/api.ts';
import type { Message, Outline } from './chats.ts';

/** An answer that is being written. Each event has all of it, so that a lost connection leaves no gap. */
export interface AnswerProgress {
  job_id: string;
  outline: Outline;
  citations: Schemas['Citation'][];
  sources: Schemas['CitedSource'][];
  passages_found: number;
  files_found: number;
}

export interface AnswerFailure {
  job_id: string;
  error: { code: string | null; message: string | null };
}

interface Listener {
  onProgress(progress: AnswerProgress): void;
  onMessage(message: Message): void;
  onFailed(failure: AnswerFailure): void;
  /** No question is being answered any more. */
  onEnd(): void;
  /** The connection was refused, so the thread may be gone. */
  onRefused(): void;
}

/** A browser connects again by itself after a lost connection, but not after a response that is not a stream. */
const retryMs = 2_000;

/** Follows the answers of a thread until `onEnd`. Returns the function that stops it. */
export function followAnswers(chatId: string, listener: Listener): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;

  const close = () => {
    clearTimeout(timer);
    source?.close();
  };
  const open = () => {
    source = new EventSource(`/app/v1/chats/${chatId}/stream`);
    const on = <Data>(name: string, handle: (data: Data) => void) =>
      source?.addEventListener(name, (event) => handle(JSON.parse((event as MessageEvent<string>).data)));
    on('progress', listener.onProgress);
    on('message', listener.onMessage);
    on('failed', listener.onFailed);
    on('end', () => {
      close();
      listener.onEnd();
    });
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      listener.onRefused();
      timer = window.setTimeout(open, retryMs);
    });
  };
  open();
  return close;
}

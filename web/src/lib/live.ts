/** A change of a record, as the stream of the server tells it. */
export interface Change {
  type: string;
  /** Null if many records changed at once. */
  id: string | null;
  action: 'created' | 'updated' | 'deleted';
  project_id: string | null;
  file_id: string | null;
  actor: { id: string; name: string } | null;
  at: string;
}

/** The part of EventSource that is used. */
export interface EventStream {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface LiveOptions {
  onChange(change: Change): void;
  /** Changes may have been missed: refetch what is shown. */
  onReset(): void;
  /** No stream could be opened for a few seconds. */
  onLost(): void;
  open?(url: string): EventStream;
}

const path = '/app/v1/stream';
const retryMs = { first: 1_000, last: 30_000 };
/** A reconnection that succeeds within this time is not worth a message. */
const lostAfterMs = 4_000;
/** Browsers allow few connections to one host, so a hidden tab closes its own. */
const closeHiddenAfterMs = 60_000;

export interface Live {
  /** Connects without waiting for the next attempt. */
  connectNow(): void;
  /** Closes the stream until `connectNow`. */
  pause(): void;
  close(): void;
}

/** Keeps one stream open for this tab, and continues after a lost connection where it ended. */
export function openLive(options: LiveOptions): Live {
  const { onChange, onReset, onLost, open = (url) => new EventSource(url) } = options;
  let stream: EventStream | undefined;
  let lastEventId = '';
  let failures = 0;
  let retry: number | undefined;
  let lost: number | undefined;
  let hidden: number | undefined;

  const disconnect = () => {
    window.clearTimeout(retry);
    retry = undefined;
    stream?.close();
    stream = undefined;
  };

  function connect(): void {
    disconnect();
    const query = lastEventId ? `?last_event_id=${encodeURIComponent(lastEventId)}` : '';
    const opened = open(path + query);
    stream = opened;
    const on = (type: string, act: (event: MessageEvent<string>) => void) =>
      opened.addEventListener(type, (event) => {
        if (stream !== opened) return;
        if (event.lastEventId) lastEventId = event.lastEventId;
        act(event);
      });
    on('open', () => {
      failures = 0;
      window.clearTimeout(lost);
      lost = undefined;
    });
    on('change', ({ data }) => onChange(JSON.parse(data)));
    on('reset', onReset);
    on('position', () => {});
    on('error', () => {
      stream?.close();
      stream = undefined;
      lost ??= window.setTimeout(onLost, lostAfterMs);
      // Not all tabs at the same time, after the server was restarted.
      const waitMs = Math.min(retryMs.last, retryMs.first * 2 ** failures) * (0.5 + Math.random() / 2);
      failures += 1;
      retry = window.setTimeout(connect, waitMs);
    });
  }

  const connectNow = () => {
    if (stream || document.visibilityState === 'hidden') return;
    failures = 0;
    connect();
  };
  const onVisibility = () => {
    window.clearTimeout(hidden);
    if (document.visibilityState === 'visible') connectNow();
    else hidden = window.setTimeout(disconnect, closeHiddenAfterMs);
  };
  document.addEventListener('visibilitychange', onVisibility);
  connect();

  const pause = () => {
    window.clearTimeout(lost);
    lost = undefined;
    disconnect();
  };
  return {
    connectNow,
    pause,
    close() {
      document.removeEventListener('visibilitychange', onVisibility);
      window.clearTimeout(hidden);
      pause();
    },
  };
}

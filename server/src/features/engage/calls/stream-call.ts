import type { ServerSentEvent } from '../../../http/event-stream.ts';
import type { CallReader } from './call-watch.ts';
import type { PeerRow } from './store.ts';

/** A comment is sent after this many polls without news, so that proxies do not close the connection. */
const quietPollsMax = 40;
const ended = ['completed', 'canceled', 'abandoned'];

export const toPeer = ({ id, role, name, joined_at }: PeerRow) => ({ id, role, name, joined_at });

interface StreamCallRequest {
  reader: CallReader;
  peer: Pick<PeerRow, 'id'>;
  lastEventId: string | undefined;
  signal: AbortSignal;
}

/**
 * What a browser needs during a call: `peers` (everyone in the call), `state` (the status of the session and whether it is
 * recorded), `signal` (a message of another browser), `ended`, `replaced` if this browser is no
 * longer part of the call, and `refused` if its access to the call has ended.
 */
export async function* streamCall(request: StreamCallRequest): AsyncGenerator<ServerSentEvent | 'idle'> {
  const { reader, peer, signal } = request;
  const end = () => reader.end();
  signal.addEventListener('abort', end, { once: true });
  let after = /^\d{1,18}$/.test(request.lastEventId ?? '') ? (request.lastEventId as string) : '0';
  const sent = { peers: '', state: '' };
  let quietPolls = 0;
  try {
    for (;;) {
      const news = await reader.next(after);
      if (news === 'refused') return yield { event: 'refused', data: {} };
      if (!news?.state) return;
      const events: ServerSentEvent[] = [];
      const once = (event: keyof typeof sent, data: object) => {
        const text = JSON.stringify(data);
        if (sent[event] === text) return;
        sent[event] = text;
        events.push({ event, data });
      };
      const { status, recording } = news.state;
      once('state', { status, recording });
      const isPresent = news.peers.some(({ id }) => id === peer.id);
      if (isPresent) once('peers', { peers: news.peers.map(toPeer) });
      for (const { id, from_peer, data } of news.signals) {
        events.push({ id, event: 'signal', data: { from: from_peer, data } });
        after = id;
      }
      yield* events;
      if (ended.includes(status)) return yield { event: 'ended', data: { status } };
      if (!isPresent) return yield { event: 'replaced', data: {} };
      quietPolls = events.length > 0 ? 0 : quietPolls + 1;
      if (quietPolls % quietPollsMax === quietPollsMax - 1) yield 'idle';
    }
  } finally {
    signal.removeEventListener('abort', end);
    reader.end();
  }
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface ServerSentEvent {
  /** Sent back by the browser as `Last-Event-ID` when it connects again. */
  id?: string;
  event: string;
  data: object;
}

/** The response of a route that sends events until the work is done. `'idle'` keeps the connection open. */
export class EventStream {
  readonly events: AsyncIterable<ServerSentEvent | 'idle'>;

  constructor(events: AsyncIterable<ServerSentEvent | 'idle'>) {
    this.events = events;
  }
}

/** How long a browser waits before it connects again after a lost connection. */
const reconnectMs = 2_000;

export function sendEventStream(reply: FastifyReply, { events }: EventStream) {
  return reply
    .type('text/event-stream; charset=utf-8')
    .headers({
      'Cache-Control': 'no-store',
      // Proxies that buffer responses would hold the events back.
      'X-Accel-Buffering': 'no',
    })
    .send(Readable.from(render(events)));
}

async function* render(events: EventStream['events']): AsyncGenerator<string> {
  yield `retry: ${reconnectMs}\n\n`;
  for await (const event of events) yield event === 'idle' ? ': idle\n\n' : renderEvent(event);
}

/** JSON has no line breaks, so the data is one line. */
const renderEvent = ({ id, event, data }: ServerSentEvent) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../foundation/clock.ts';
import type { UsageCounter } from './counter.ts';

/** Counts requests with an API key. Requests of signed-in browsers are not counted as usage. */
export function countRequests(app: FastifyInstance, counter: UsageCounter, clock: Clock): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { principal } = request;
    if (!principal || principal.kind === 'participant_link' || !principal.api_key) return;
    counter.record({
      user_id: principal.user_id,
      key_id: principal.api_key.id,
      request_id: request.id,
      method: request.method,
      endpoint: request.routeOptions.url ?? 'unknown',
      path: (request.url.split('?')[0] as string).slice(0, 300),
      status: reply.statusCode,
      at: clock.now(),
    });
  });
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for a request that is on its way when the server stops, on a connection that has sent none yet. */
const graceMs = 1_000;

/** When the server stops, closes every connection as soon as it has no request in progress. */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  closeAfterResponse(app);
  closeUnusedConnections(app);
}

/** Otherwise a connection that was used during shutdown, and the process with it, would stay alive until the idle time-out. */
function closeAfterResponse(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('Connection', 'close');
    done();
  });
}

/**
 * Node closes only connections that are idle after a response. A connection that has sent nothing yet, as browsers open in
 * advance, or only a part of a request would delay the stop until its time-out.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const server = app.server as Server;
  const requests = new Map<Socket, number>();
  let isClosing = false;
  const closeUnused = (socket: Socket) => {
    if (requests.get(socket) === 0) socket.destroySoon();
  };

  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = requests.get(socket);
      if (left === undefined) return;
      requests.set(socket, left - 1);
      if (isClosing) closeUnused(socket);
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    setTimeout(() => {
      for (const socket of [...requests.keys()]) closeUnused(socket);
    }, graceMs);
    done();
  });
}

import { createServer, type Server } from 'node:net';

/**
 * Below those that systems give to outgoing connections and to whoever asks for any port, so that nobody comes by one
 * between its handing out and the moment when a server listens on it. Browsers refuse none of these.
 */
const firstPort = 10_240;
const endPort = 32_768;
const rangeSize = 128;

let range: Promise<number> | undefined;
let handedOut = 0;

/** A port for a server that must be told its port. Each process counts through a range of its own. */
export async function freePort(): Promise<number> {
  range ??= claimRange();
  const held = await range;
  for (let tries = 1; tries < rangeSize; tries++) {
    const port = held + 1 + (handedOut++ % (rangeSize - 1));
    const server = await listenOn(port);
    if (!server) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
  throw new Error(`No port from ${held} on is free.`);
}

/** Whoever listens on the first port of a range has the range, until its process ends. */
async function claimRange(): Promise<number> {
  for (let from = firstPort; from + rangeSize <= endPort; from += rangeSize) {
    const server = await listenOn(from);
    if (server) {
      server.unref();
      return from;
    }
  }
  throw new Error(`No range of ports below ${endPort} is free.`);
}

/** Nothing where somebody else listens, or nobody may. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

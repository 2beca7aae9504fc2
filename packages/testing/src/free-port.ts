import { createServer, type Server } from 'node:net';

/**
 * Below the ports that operating systems assign to outgoing connections and to servers that request any port, so that
 * no other program gets one between `freePort` and the moment a server listens on it. Browsers block none of these.
 */
const firstPort = 10_240;
const endPort = 32_768;
const rangeSize = 128;

let range: Promise<number> | undefined;
let assigned = 0;

/** A free port for a server that can't choose one itself. Every process uses a range of its own. */
export async function freePort(): Promise<number> {
  range ??= reserveRange();
  const start = await range;
  for (let attempt = 1; attempt < rangeSize; attempt++) {
    const port = start + 1 + (assigned++ % (rangeSize - 1));
    const server = await listenOn(port);
    if (!server) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
  throw new Error(`No port from ${start} on is free.`);
}

/** The process that listens on the first port of a range owns the range until it ends. */
async function reserveRange(): Promise<number> {
  for (let from = firstPort; from + rangeSize <= endPort; from += rangeSize) {
    const server = await listenOn(from);
    if (server) {
      server.unref();
      return from;
    }
  }
  throw new Error(`No range of ports below ${endPort} is free.`);
}

/** Returns undefined if another program listens there, or if this user may not. */
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

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, isTemporary, sql } from './index.ts';

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const authenticated = message('R', Buffer.alloc(4));
const readyForQuery = message('Z', Buffer.from('I'));
const terminated = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

/** A server that accepts each connection and ends it in the same packet, as PostgreSQL does while it stops. */
async function startEndingServer() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([authenticated, readyForQuery, terminated])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('work fails, and the process does not end, if PostgreSQL ends a connection while it accepts it', async () => {
  const database = createDatabase({
    connection: { host: '127.0.0.1', port: await startEndingServer(), user: 'parley', database: 'parley' },
    prepare: true,
    maxConnections: 10,
    onIdleError: () => {},
  });
  onTestFinished(() => database.close());
  const statement = sql`select ${1}::integer`;
  const works = [
    () => database.query(statement),
    () => database.lookUp(statement),
    () => database.tryWrite(statement),
    () => database.transaction((tx) => tx.query(statement)),
    () => database.apart.query(statement),
    async () => {
      const client = await database.connect();
      try {
        return await client.query('select 1');
      } finally {
        client.release(true);
      }
    },
  ];
  for (const work of works) await expect(work()).rejects.toSatisfy(isTemporary);
});

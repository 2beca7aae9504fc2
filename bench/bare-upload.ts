import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The baseline for uploads: streams a request body into a file and flushes it to disk. */
const folder = process.env.BARE_FOLDER as string;
createServer(async (request, response) => {
  if (request.method !== 'PUT') return void response.end('ready');
  const file = path.join(folder, randomBytes(8).toString('hex'));
  await pipeline(request, createWriteStream(file, { flags: 'wx', flush: true }));
  response.end();
  await rm(file);
}).listen(Number(process.env.PORT), '127.0.0.1');

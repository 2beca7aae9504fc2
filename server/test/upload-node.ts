import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as TusServer } from '@tus/server';
import { openStorage, parseStorageUrl } from '../src/platform/storage/open-storage.ts';
import { createReadTokens } from '../src/platform/storage/read-tokens.ts';

// A process that only receives uploads, mounted as the feature mounts them, so that a test can kill it during one.
// Arguments: the storage URL (may be empty), the data folder.
const [, , url, dataDir = ''] = process.argv;
const tokens = createReadTokens('a secret for this test only');
const { uploads } = await openStorage(parseStorageUrl(url, dataDir), {
  tokens,
  readUrlBase: '/',
});
const tus = new TusServer({ path: '/uploads', datastore: uploads.datastore, respectForwardedHeaders: false });
const http = createServer((request, response) => void tus.handle(request, response));
http.listen(0, '127.0.0.1', () => console.log(`port=${(http.address() as AddressInfo).port}`));

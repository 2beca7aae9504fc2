import { openConfiguredStorage } from '../src/app/open-storage.ts';
import { createSecretBox } from '../src/platform/secret-box/secret-box.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import type { TestParley } from './harness.ts';

/** The storage of a server that a test started, to look at its blobs. */
export const openStorageOf = async ({ config }: TestParley): Promise<Storage> =>
  (await openConfiguredStorage(config, createSecretBox('only for tests'))).storage;

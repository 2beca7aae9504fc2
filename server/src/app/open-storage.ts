import { StartError } from '../foundation/start-error.ts';
import type { Config } from '../platform/config/index.ts';
import type { SecretBox } from '../platform/secret-box/secret-box.ts';
import { openStorage, parseStorageUrl, type StorageConfig } from '../platform/storage/open-storage.ts';
import { createReadTokens } from '../platform/storage/read-tokens.ts';

export type OpenedStorage = Awaited<ReturnType<typeof openConfiguredStorage>>;

/** Opens the storage of STORAGE_URL. An invalid value ends the start with a one-line message. */
export async function openConfiguredStorage(config: Config, box: SecretBox) {
  const tokens = createReadTokens(box.deriveKey('blob-read').toString('hex'));
  const readUrlBase = `${config.publicUrl}/blobs/`;
  const opened = await openStorage(parse(config), { tokens, readUrlBase });
  return { ...opened, tokens };
}

function parse(config: Config): StorageConfig {
  try {
    const parsed = parseStorageUrl(config.storageUrl, config.dataDir);
    return parsed.kind === 'disk' ? { ...parsed, freeBytesMin: config.freeDiskMibMin * 1024 ** 2 } : parsed;
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/**
 * For JSON and the application's assets, never for the bytes of files, because compression would change their byte ranges.
 * Request bodies are not decompressed, because a small one could expand to gigabytes.
 */
export const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  globalDecompression: false,
  // The default of 11 takes seconds for a long transcript.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

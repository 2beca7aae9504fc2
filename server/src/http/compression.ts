import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/**
 * For JSON and the application's assets. Registered where those are served, never for the bytes of files: a byte range of
 * a compressed recording would be another range. Request bodies are not decompressed: a small one could become huge.
 */
export const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  globalDecompression: false,
  // The default of 11 takes seconds for a long transcript.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

import { derived } from '../../../platform/database/derived/declaration.ts';

/** A reel is deleted with any of its recordings, because it contains their picture and sound. */
export const reels = derived('reels', {
  live: { type: 'reel' },
  activity: {},
  blobs: 'reels',
  deletedWith: [{ table: 'reel_parts', where: { id: 'reel_id' } }],
});

export const reelParts = derived('reel_parts', {
  none: 'It is written together with its reel, whose changes are declared.',
});

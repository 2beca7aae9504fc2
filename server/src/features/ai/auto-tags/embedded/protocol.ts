import type { AutoTagRequest, Proposal } from '../proposal.ts';

/** What the thread sends: texts that it needs as vectors, or its result. */
export type FromThread = { texts: string[]; done: number } | { proposal: Proposal };

/** What the thread receives: the vectors of the texts that it asked for. */
export type ToThread = { vectors: Float32Array[] };

export type ThreadInput = AutoTagRequest;

import type { Draft, DraftRequest } from '../draft.ts';

export interface ThreadData {
  request: DraftRequest;
  canEmbed: boolean;
}

export type FromThread = { draft: Draft } | { embed: string[] };

export interface ToThread {
  vectors: Float32Array[];
}

import type { ClipFilter } from '../../data/clips.ts';

/** What the address says about the page. */
export interface ClipsView {
  view?: 'reels' | undefined;
  q?: string | undefined;
  file?: string | undefined;
  tag?: string | undefined;
  sort?: ClipFilter['sort'] | undefined;
  clip?: string | undefined;
  reel?: string | undefined;
  comment?: string | undefined;
}

/** Filters replace the entry of the browser's history; opening a clip adds one, so that Back closes it. */
export type ChangeView = (change: Partial<ClipsView>, options: { replace: boolean }) => void;

export const filterOf = ({ q = '', file = '', tag = '', sort = '-created_at' }: ClipsView): ClipFilter => ({
  q,
  file,
  tag,
  sort,
});

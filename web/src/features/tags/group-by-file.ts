import type { Tagging } from '../../data/taggings.ts';

export interface FileGroup {
  /** Null for records that belong to no file. */
  fileId: string | null;
  items: Tagging[];
}

/** The highlights of each file in the order of their times. Files stay in the order of the list, records come last. */
export function groupByFile(taggings: readonly Tagging[]): FileGroup[] {
  const groups = new Map<string | null, Tagging[]>();
  for (const tagging of taggings)
    groups.set(tagging.file_id, [...(groups.get(tagging.file_id) ?? []), tagging]);
  return [...groups]
    .map(([fileId, items]) => ({
      fileId,
      items: items.toSorted((a, b) => (a.start_seconds ?? -1) - (b.start_seconds ?? -1)),
    }))
    .toSorted((a, b) => Number(a.fileId === null) - Number(b.fileId === null));
}

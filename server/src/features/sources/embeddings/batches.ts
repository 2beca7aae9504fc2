import type { EmbeddedFile } from './store.ts';

/** Groups files so that each group has about this many segments. A longer file is a group of its own. */
export function groupFiles(files: readonly EmbeddedFile[], segmentsMax: number): EmbeddedFile[][] {
  const groups: EmbeddedFile[][] = [];
  let freeSegments = 0;
  for (const file of files) {
    const group = groups.at(-1);
    if (group && file.segment_count <= freeSegments) group.push(file);
    else {
      groups.push([file]);
      freeSegments = segmentsMax;
    }
    freeSegments -= file.segment_count;
  }
  return groups;
}

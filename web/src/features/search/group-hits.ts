import type { HitType, SearchHit } from '../../data/search.ts';

export interface HitGroup {
  key: string;
  type: HitType;
  /** The file for hits in transcripts; null for the other types. */
  fileTitle: string | null;
  projectName: string | null;
  hits: SearchHit[];
}

/**
 * Groups hits by type, and those in transcripts by file. A group stands where its best hit stands. The hits of one
 * file are in the order of its transcript, the others in that of the search.
 */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const hit of hits) {
    const inFile = hit.type === 'segment';
    const key = inFile ? `segment ${hit.file_id}` : hit.type;
    const group = groups.get(key) ?? {
      key,
      type: hit.type,
      fileTitle: inFile ? hit.title : null,
      projectName: inFile ? hit.project_name : null,
      hits: [],
    };
    group.hits.push(hit);
    groups.set(key, group);
  }
  for (const group of groups.values())
    if (group.type === 'segment') group.hits.sort((a, b) => (a.start_seconds ?? 0) - (b.start_seconds ?? 0));
  return [...groups.values()];
}

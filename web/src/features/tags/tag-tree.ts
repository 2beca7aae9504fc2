import type { Tag } from '../../data/tags.ts';

export interface TagRow {
  tag: Tag;
  depth: number;
  childCount: number;
  parentName: string | undefined;
  /** How often the tags below it are used. */
  usesBelow: number;
}

export type TagSort = 'name' | 'usage';

interface TreeOptions {
  q: string;
  sort: TagSort;
  collapsed: ReadonlySet<string>;
}

/** The rows of the tree from top to bottom. A search shows what it finds with the tags above it, however collapsed. */
export function treeRows(tags: readonly Tag[], { q, sort, collapsed }: TreeOptions): TagRow[] {
  const byId = new Map(tags.map((tag) => [tag.id, tag]));
  const children = new Map<string | null, Tag[]>();
  for (const tag of tags) {
    const parent = tag.parent_id && byId.has(tag.parent_id) ? tag.parent_id : null;
    children.set(parent, [...(children.get(parent) ?? []), tag]);
  }
  const words = q.trim().toLocaleLowerCase();
  const found = words
    ? withAncestors(
        tags.filter((tag) => matches(tag, words)),
        byId,
      )
    : undefined;
  const rows: TagRow[] = [];
  const add = (parent: Tag | null, depth: number) => {
    const level = (children.get(parent?.id ?? null) ?? []).filter((tag) => !found || found.has(tag.id));
    for (const tag of level.toSorted(compareBy(sort))) {
      rows.push({
        tag,
        depth,
        childCount: children.get(tag.id)?.length ?? 0,
        parentName: parent?.name,
        usesBelow: usesBelow(tag, children),
      });
      if (found || !collapsed.has(tag.id)) add(tag, depth + 1);
    }
  };
  add(null, 0);
  return rows;
}

const usesBelow = (tag: Tag, children: ReadonlyMap<string | null, Tag[]>): number =>
  (children.get(tag.id) ?? []).reduce(
    (sum, child) => sum + child.usage_count + usesBelow(child, children),
    0,
  );

const matches = (tag: Tag, words: string) =>
  `${tag.name}\n${tag.description ?? ''}`.toLocaleLowerCase().includes(words);

const compareBy = (sort: TagSort) => (a: Tag, b: Tag) =>
  (sort === 'usage' ? b.usage_count - a.usage_count : 0) || a.name.localeCompare(b.name);

function withAncestors(tags: Tag[], byId: ReadonlyMap<string, Tag>): Set<string> {
  const ids = new Set<string>();
  for (const tag of tags)
    for (let each: Tag | undefined = tag; each && !ids.has(each.id); each = byId.get(each.parent_id ?? ''))
      ids.add(each.id);
  return ids;
}

/** The tags that the given ones can’t be moved under: themselves and everything below them. */
export function withDescendants(tags: readonly Tag[], tagIds: readonly string[]): Set<string> {
  const ids = new Set(tagIds);
  let grew = true;
  while (grew) {
    grew = false;
    for (const tag of tags) {
      if (tag.parent_id && ids.has(tag.parent_id) && !ids.has(tag.id)) {
        ids.add(tag.id);
        grew = true;
      }
    }
  }
  return ids;
}

import { expect, it } from 'vitest';
import type { Tagging } from '../../data/taggings.ts';
import { withNewTag } from './with-new-tag.ts';

const tagging = { id: 'tgg_1', tag_id: 'tag_1' } as Tagging;

/** A server where the tag is used by this many other highlights. */
function steps(otherUses: number) {
  const done: string[] = [];
  return {
    done,
    undoable: withNewTag(tagging, {
      async remove({ id }) {
        done.push(`remove ${id}`);
      },
      async restore({ tag_id }) {
        done.push(`highlight with ${tag_id}`);
        return { ...tagging, id: 'tgg_2' };
      },
      async deleteUnusedTag(tagId) {
        if (otherUses === 0) done.push(`delete ${tagId}`);
        return otherUses === 0;
      },
      async createBoth() {
        done.push('create tag and highlight');
        return { id: 'tgg_2', tag_id: 'tag_2' } as Tagging;
      },
    }),
  };
}

it('removes a new tag with its only highlight, and creates both again', async () => {
  const { undoable, done } = steps(0);
  await undoable.remove('tgg_1');
  const again = await undoable.create();
  await undoable.remove(again.id);
  expect(done).toEqual([
    'remove tgg_1',
    'delete tag_1',
    'create tag and highlight',
    'remove tgg_2',
    'delete tag_2',
  ]);
});

it('keeps a tag that was used elsewhere since', async () => {
  const { undoable, done } = steps(1);
  await undoable.remove('tgg_1');
  await undoable.create();
  expect(done).toEqual(['remove tgg_1', 'highlight with tag_1']);
});

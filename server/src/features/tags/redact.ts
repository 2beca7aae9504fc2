import { sql } from '../../platform/database/index.ts';
import { mapStrings } from '../../platform/word-removal/index.ts';
import type { TextTable } from '../text-table.ts';
import { nameKey } from './name-key.ts';
import type { TagRow } from './store.ts';

type TagTexts = Pick<TagRow, 'id' | 'name' | 'name_key' | 'description'>;

export const tagTexts: TextTable<TagTexts> = {
  table: 'tags',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { name: 'plain', name_key: 'plain', description: 'plain' },
  reads: { id: sql`t.id` },
  touches: ['updated_at'],
  rewrite(tag, { remove }) {
    const description = tag.description === null ? null : remove(tag.description);
    const removed = remove(tag.name);
    if (removed === tag.name) return { ...tag, description };
    // Names are unique in a project, and several tags can have the name of the person.
    const name = `${removed} ${tag.id.slice(-6)}`;
    return { ...tag, name, name_key: nameKey(name), description };
  },
};

interface TaggingTexts {
  quote: string | null;
  speaker: string | null;
  past: unknown;
  file_id: string | null;
}

/** Highlights of other sources. Those of the person are deleted with the source. */
export const taggingTexts: TextTable<TaggingTexts> = {
  table: 'taggings',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { quote: 'plain', speaker: 'plain', past: 'json' },
  reads: { file_id: sql`t.file_id` },
  touches: ['updated_at'],
  rewrite(tagging, { remove, mask }) {
    // The quote of a passage has the same characters as the transcript.
    const redact = tagging.file_id === null ? remove : mask;
    return {
      ...tagging,
      quote: tagging.quote === null ? null : redact(tagging.quote),
      speaker: tagging.speaker === null ? null : remove(tagging.speaker),
      past: mapStrings(tagging.past, redact),
    };
  },
};

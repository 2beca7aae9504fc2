import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { MomentRow } from './themes.ts';

export interface InsightRow {
  id: string;
  title: string;
  color: string | null;
  moment_count: number;
  person_count: number;
  created_by: string | null;
  updated_at: Date;
}

/** A person is a speaker of a file here: evidence has the label of who speaks first in it. */
const personCount: Sql = sql`(
  select count(distinct (item ->> 'file_id', item ->> 'speaker'))::integer from jsonb_array_elements(c.evidence) item
   where item ->> 'speaker' is not null)`;

const insight: Sql = sql`c.id, c.title, c.color, jsonb_array_length(c.evidence) as moment_count, ${personCount} as person_count,
  c.created_by, c.updated_at`;

const hasEvidence: Sql = sql`c.evidence <> '[]'::jsonb`;

export const readNewestInsights = (db: Db, projectId: string, limit: number): Promise<InsightRow[]> =>
  db.query<InsightRow>(sql`
    select ${insight} from cards c where c.project_id = ${projectId} and ${hasEvidence}
     order by c.created_at desc, c.id desc limit ${limit}`);

/** For each tag the card that says it in a sentence: the tagged card with the most evidence. */
export const readCardsOfTags = (
  db: Db,
  projectId: string,
  tagIds: string[],
): Promise<{ tag_id: string; id: string; title: string }[]> =>
  db.query(sql`
    select distinct on (g.tag_id) g.tag_id, c.id, c.title
      from cards c join taggings g on g.target_id = c.id and g.tag_id = any(${tagIds}::text[]) and g.status = 'accepted'
     where c.project_id = ${projectId} and ${hasEvidence}
     order by g.tag_id, jsonb_array_length(c.evidence) desc, c.id`);

type CardThemeRow = InsightRow & { moment: MomentRow | null };

/** The cards with the most people, for a project that works without tags. */
export const readTopCards = (
  db: Db,
  projectId: string,
  besides: string[],
  limit: number,
): Promise<CardThemeRow[]> =>
  db.query<CardThemeRow>(sql`
    select x.*, (
        select jsonb_build_object('id', x.id || '/' || item.place, 'file_id', f.id, 'file_name', f.name, 'file_kind', f.kind,
                 'segment_id', item.value ->> 'segment_id', 'response_id', null,
                 'start_seconds', item.value -> 'start_seconds', 'end_seconds', item.value -> 'end_seconds',
                 'quote', item.value ->> 'quote', 'person', item.value ->> 'speaker')
          from jsonb_array_elements(x.evidence) with ordinality item(value, place)
          join files f on f.id = item.value ->> 'file_id'
         where item.value ->> 'quote' is not null
         order by item.place limit 1) as moment
      from (
        select ${insight}, c.evidence from cards c
         where c.project_id = ${projectId} and ${hasEvidence} and c.id <> all(${besides}::text[])
         order by person_count desc, moment_count desc, c.id limit ${limit}
      ) x order by x.person_count desc, x.moment_count desc, x.id`);

import { type Db, sql } from '../../../platform/database/index.ts';
import { sharedWith } from '../../projects/index.ts';

/** A page of a project in one tab of a browser. */
export interface OpenPage {
  user_id: string;
  tab_id: string;
  project_id: string;
  page: string;
}

export interface PersonOnPage {
  id: string;
  name: string;
}

/** A tab that was not announced for this time is closed, hidden or offline. Tabs announce themselves every 25 seconds. */
const openMs = 60_000;
const tabsOfUserMax = 20;
const peopleMax = 20;

/** Says that the tab still shows the page. Returns false if it showed another one. */
export async function renewPage(db: Db, { user_id, tab_id, project_id, page }: OpenPage, now: Date) {
  const rows = await db.query<{ tab_id: string }>(sql`
    update presences set seen_at = ${now}
     where user_id = ${user_id} and tab_id = ${tab_id} and project_id = ${project_id} and page = ${page}
    returning tab_id`);
  return rows.length > 0;
}

/** Replaces what the tab showed before. Of too many tabs, the oldest are forgotten. */
export async function openPage(
  tx: Db,
  { user_id, tab_id, project_id, page }: OpenPage,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    delete from presences where user_id = ${user_id} and (tab_id = ${tab_id} or tab_id in (
      select o.tab_id from presences o where o.user_id = ${user_id} order by o.seen_at desc offset ${tabsOfUserMax - 1}))`);
  await tx.query(sql`
    insert into presences (user_id, tab_id, project_id, page, seen_at)
    values (${user_id}, ${tab_id}, ${project_id}, ${page}, ${now}) on conflict do nothing`);
}

export async function closePage(
  db: Db,
  { user_id, tab_id, project_id }: Omit<OpenPage, 'page'>,
): Promise<void> {
  await db.query(sql`
    delete from presences where user_id = ${user_id} and tab_id = ${tab_id} and project_id = ${project_id}`);
}

/** The others on a page who may still read its project. Who came first is first. */
export const listPeople = (
  db: Db,
  { user_id, project_id, page }: OpenPage,
  now: Date,
): Promise<PersonOnPage[]> =>
  db.query<PersonOnPage>(sql`
    select u.id, u.name from presences o
      join users u on u.id = o.user_id
      join projects p on p.id = o.project_id and p.workspace_id = u.workspace_id
     where o.project_id = ${project_id} and o.page = ${page} and o.user_id <> ${user_id}
       and o.seen_at > ${new Date(now.getTime() - openMs)} and ${sharedWith(sql`u.id`)}
     group by u.id, u.name order by u.id limit ${peopleMax}`);

export async function forgetClosedPages(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from presences where seen_at <= ${new Date(now.getTime() - openMs)}`);
}

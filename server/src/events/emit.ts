import { newId } from '../foundation/ids.ts';
import { type Db, empty, join, type Sql, sql } from '../platform/database/index.ts';
import type { EventType } from './catalogue.ts';

export interface NewEvent {
  type: EventType;
  workspace_id: string;
  project_id: string;
  /** The resource as its GET shows it. */
  data: object;
  at: Date;
}

/**
 * Writes an event in the caller's transaction: the change and its event exist both or not at all. The body is
 * rendered here, once; every later delivery sends these bytes.
 */
export type Emit = (tx: Db, event: NewEvent, change?: Change) => Promise<boolean>;

/**
 * The change itself, to be written by the same statement as its event: one round trip, and atomic without a
 * transaction around it. Where `from` turns out empty nothing happened, and no event is written: then emit says false.
 */
export interface Change {
  /** Common table expressions, separated by commas. */
  with: Sql;
  /** The one of them that has a row, the project's, if the change took place. */
  from: Sql;
}

/**
 * Something that wants a copy of events: an INSERT that reads the row `event` (id, workspace_id, project_id, type,
 * created_at) and the row `event_project` (owner_id, visibility, member_ids), and becomes part of the same statement.
 * Not the table of projects: it does not show a project yet that this very statement makes.
 */
export type FanOut = (event: { id: string; at: Date }) => Sql;

export function createEmit(fanOuts: FanOut[], wake: () => void): Emit {
  return async (tx, { type, workspace_id, project_id, data, at }, change) => {
    const id = newId('event', at.getTime());
    const body = Buffer.from(JSON.stringify({ id, type, created_at: at.toISOString(), data }));
    const copies = fanOuts.map((fanOut, i) => sql`, ${namedCopies[i] ?? empty} as (${fanOut({ id, at })})`);
    const written = await tx.query(sql`
      with ${change ? sql`${change.with},` : empty} event as (
        insert into events (id, workspace_id, project_id, type, body, created_at)
        select ${id}, ${workspace_id}, ${project_id}, ${type}, ${body}::bytea, ${at}::timestamptz
        ${change ? sql`from ${change.from}` : empty}
        returning id, workspace_id, project_id, type, created_at),
      event_project as (
        select owner_id, visibility, member_ids
          from ${change ? change.from : sql`projects where id = ${project_id}`})
      ${copies.length > 0 ? join(copies, '') : empty}
      select 1 from event`);
    if (copies.length > 0 && written.length > 0) tx.afterCommit(wake);
    return written.length > 0;
  };
}

const namedCopies = [sql`copy_1`, sql`copy_2`, sql`copy_3`];

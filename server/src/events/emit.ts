import { newId } from '../foundation/ids.ts';
import { type Db, empty, join, type Sql, sql } from '../platform/database/index.ts';
import type { EventType } from './catalogue.ts';

export interface NewEvent {
  type: EventType;
  workspace_id: string;
  project_id: string;
  /** The resource as its GET shows it; as text it is JSON already. */
  data: object | string;
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

/** Something that wants copies of events, in the statement that writes the event. */
export interface FanOut {
  /** Whether anybody may want one, of the event `e`: a look at an index, because in most workspaces nobody does. */
  wanted: Sql;
  /**
   * A call of a SQL function that writes them and answers how many there are. `event` are its arguments: id, workspace,
   * project, type and time of the event, and owner, visibility and members of its project. They are told because the
   * table of projects does not show a project yet that this very statement makes.
   */
  write(event: Sql, at: Date): Sql;
}

const eventArguments = sql`
  e.id, e.workspace_id, e.project_id, e.type, e.created_at, p.owner_id, p.visibility, p.member_ids`;

const copying = ({ wanted, write }: FanOut, at: Date): Sql =>
  sql`case when ${wanted} then ${write(eventArguments, at)} else 0 end`;

/**
 * `wake` is called when deliveries were committed, `committed` for every event with its workspace. Both are hints.
 */
export function createEmit(
  fanOuts: FanOut[],
  wake: () => void,
  committed: (workspaceId: string) => void = () => {},
): Emit {
  return async (tx, { type, workspace_id, project_id, data, at }, change) => {
    const id = newId('event', at.getTime());
    const body = Buffer.from(
      `{"id":"${id}","type":"${type}","created_at":"${at.toISOString()}","data":${typeof data === 'string' ? data : JSON.stringify(data)}}`,
    );
    const copies = [sql`0`, ...fanOuts.map((fanOut) => copying(fanOut, at))];
    const [written] = await tx.write<{ copies: number }>(sql`
      with ${change ? sql`${change.with},` : empty} event as (
        insert into events (id, workspace_id, project_id, type, body, created_at)
        select ${id}, ${workspace_id}, ${project_id}, ${type}, ${body}::bytea, ${at}::timestamptz
        ${change ? sql`from ${change.from}` : empty}
        returning id, workspace_id, project_id, type, created_at),
      event_project as (
        select owner_id, visibility, member_ids
          from ${change ? change.from : sql`projects where id = ${project_id}`})
      select ${join(copies, ' + ')} as copies from event e left join event_project p on true`);
    if (written && written.copies > 0) tx.afterCommit(wake);
    if (written) tx.afterCommit(() => committed(workspace_id));
    return written !== undefined;
  };
}

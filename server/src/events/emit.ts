import { newId } from '../foundation/ids.ts';
import { type Db, join, type Sql, sql } from '../platform/database/index.ts';
import type { EventType } from './catalogue.ts';

export interface NewEvent {
  type: EventType;
  workspace_id: string;
  project_id: string;
  /** The resource as its GET returns it. */
  data: object;
  at: Date;
}

/**
 * Writes an event in the caller's transaction, so that the change and its event are committed together. The body is
 * serialized once, here; every delivery sends these bytes.
 */
export type Emit = (tx: Db, event: NewEvent) => Promise<void>;

/** A subscriber of events, which writes its deliveries in the statement that writes the event. */
export interface FanOut {
  /** Whether a subscription for the event `e` may exist. An index lookup, because most workspaces have none. */
  wanted: Sql;
  /**
   * A call of a SQL function that writes the deliveries and returns their number. The arguments in `event` are id, workspace,
   * project, type and time of the event, and owner, visibility and members of its project.
   */
  write(event: Sql, at: Date): Sql;
}

const eventArguments = sql`
  e.id, e.workspace_id, e.project_id, e.type, e.created_at, p.owner_id, p.visibility, p.member_ids`;

const deliveriesOf = ({ wanted, write }: FanOut, at: Date): Sql =>
  sql`case when ${wanted} then ${write(eventArguments, at)} else 0 end`;

/**
 * `accessOf` is a query of owner, visibility and members of a project. Calls `wake` after a commit with deliveries and `committed` after each commit of an event. Both only reduce latency:
 * their listeners also poll, so a lost call loses nothing.
 */
export function createEmit(
  fanOuts: FanOut[],
  accessOf: (projectId: string) => Sql,
  wake: () => void,
  committed: (workspaceId: string) => void = () => {},
): Emit {
  return (db, { type, workspace_id, project_id, data, at }) => {
    const id = newId('event', at.getTime());
    const body = Buffer.from(
      `{"id":"${id}","type":"${type}","created_at":"${at.toISOString()}","data":${JSON.stringify(data)}}`,
    );
    const counts = [sql`0`, ...fanOuts.map((fanOut) => deliveriesOf(fanOut, at))];
    const statement = sql`
      with event as (
        insert into events (id, workspace_id, project_id, type, body, created_at)
        values (${id}, ${workspace_id}, ${project_id}, ${type}, ${body}::bytea, ${at}::timestamptz)
        returning id, workspace_id, project_id, type, created_at)
      select ${join(counts, ' + ')} as deliveries
        from event e left join (${accessOf(project_id)}) p on true`;
    return db.transaction(async (tx) =>
      tx.send<{ deliveries: number }>(statement, {
        committed([row]) {
          if (row && row.deliveries > 0) wake();
          committed(workspace_id);
        },
      }),
    );
  };
}

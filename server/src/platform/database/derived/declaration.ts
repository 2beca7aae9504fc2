/**
 * What PostgreSQL maintains for a table: each feature declares it in its `derived.ts`, and `npm run schema` writes the triggers
 * into server/derived.sql. An expression is SQL over the columns of one row.
 */
export interface Derived {
  /** Browsers that show these records read them again when they change. */
  live?: Live;
  /** A change counts as activity of the project, and of the file if the record has one. */
  activity?: Activity;
  /** Columns of another table that contain the number of these records. */
  counts?: Count[];
  /** The records are found by their text. */
  search?: TextSearch;
  /** The records are found by their column `name`. */
  searchName?: NameSearch;
  /** Taggings are deleted with their target; those of a file include the taggings of its segments. */
  taggable?: 'record' | 'file';
  /** Rows are deleted with a row of another table, where a foreign key would cost too much or points the other way. */
  deletedWith?: DeletedWith[];
  /** References that remain when their source is deleted, and are marked then. */
  references?: Reference[];
  /** Blobs below `<folder>/<id>/` are deleted with the record. */
  blobs?: string;
  /** Bytes that are returned to the storage credit of the workspace when the record is deleted. */
  storage?: Storage;
  /** Tasks that a change adds. */
  tasks?: Task[];
  /** Changes that members find in their inbox. */
  inbox?: InboxEntry[];
  /** Changes that invalidate the API keys that nodes have cached. */
  cachedKeys?: { updated: string[]; deleted?: true };
  /** Files with hand-written triggers, next to the declaration, for what cannot be declared. */
  sql?: string[];
}

export interface Live {
  /** The type of record in the message to the browser. */
  type: string;
  /** The column with the id of the record, if it is not `id`. */
  key?: string;
  /** The column with the file that the record belongs to. */
  file?: string;
  /** The column with the workspace, for records outside projects. */
  workspace?: string;
  /** The changes that count; all of them if it is not given. */
  actions?: ('created' | 'updated' | 'deleted')[];
  /** Only updates that set one of these columns count. */
  updated?: string[];
  /** New rows for which this is true do not count. */
  createdUnless?: string;
  /** The key is the owner of the records, who may have several. */
  owned?: true;
  /** Records can move to another project. Open pages of the project that they left then get a deletion. */
  moves?: true;
}

export interface Activity {
  /** The changes that count; all of them if it is not given. */
  actions?: ('added' | 'changed' | 'removed')[];
  /** New rows for which this is true do not count. */
  addedUnless?: string;
  /** The record has a column `file_id`, and its changes are activity of that file. `moves`: it can be given another file. */
  file?: true | 'moves';
}

export interface Count {
  on: 'projects' | 'tests';
  column: string;
  /** Rows for which this is false are not counted. */
  where?: string;
  /** New rows for which this is true were counted by the statement that inserted them. */
  addedUnless?: string;
}

export interface TextSearch {
  type: string;
  /** An expression, with the given alias of the row. */
  title?: (row: string) => string;
  body: (row: string) => string;
  /** Where the text is: columns with the file and the time. */
  file?: string;
  seconds?: string;
  /** The table has a column `workspace_id`. */
  hasWorkspace?: true;
  /** Updates of other columns are frequent, so a row is compared before it is indexed again. */
  updated?: string[];
}

export interface NameSearch {
  type: string;
  file?: string;
  seconds?: string;
  /** The name can be null, and rows for which this is true are not found. */
  optionalUnless?: string;
}

export interface DeletedWith {
  table: string;
  /** Columns of this table, and the columns of the deleted row that they are equal to. */
  where: Record<string, string>;
  /** Once for each deleted row, instead of once for each statement. */
  eachRow?: true;
}

export interface Reference {
  to: string;
  /** The column with the id, or the field of an item in the list `list`. */
  field: string;
  /** A jsonb column with an array of objects. */
  list?: string;
  /** A condition on the rows of this table, `m`, and the deleted row, `c`, so that PostgreSQL uses an index. */
  where?: string;
  /** What a reference becomes: fields of the item, or columns of the row. */
  set: Record<string, boolean | null>;
}

export interface Storage {
  /** An expression, with the given alias of the row. */
  bytes: (row: string) => string;
  workspace: string;
  /** Rows without bytes are frequent, so PostgreSQL compares each before it calls the function. */
  eachRow?: true;
}

/** A row in the inbox of everyone whom a change concerns. All fields except `name` and `on` are SQL over `new` and `old`. */
export interface InboxEntry {
  /** Tells the entries of one table apart. */
  name: string;
  /** The event of the trigger, such as `insert` or `update of status`. */
  on: string;
  when?: string;
  type: string;
  /** A query of the ids of users. The author of the change is left out. */
  recipients: string;
  /** `null` for records outside projects. Default: `new.project_id`. */
  project?: string;
  /** The record with which the row is deleted. */
  source: string;
  /** What the row is about. */
  subject: { type: string; id: string };
  /** What happens again under this key is added to the row. Default: the source. */
  group?: string;
  /** A name that the inbox cannot read from the record. It must not be about a participant. */
  label?: string;
  /** When it happened. Default: `new.updated_at`. */
  at?: string;
}

/** `unfinished` adds a task for each change unless one is waiting; `when` adds one for an update that fulfils the condition. */
export type Task = { name: string; kind: string; subject: string } & (
  | { unfinished: 'one' }
  | { updated: string; when: string }
);

/** A table and what is derived from it, or the reason why nothing is. */
export type Declaration = { table: string } & (Derived | { none: string });

export const derived = (table: string, what: Derived | { none: string }): Declaration => ({ table, ...what });

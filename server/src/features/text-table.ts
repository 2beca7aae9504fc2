import { type Db, type Sql, sql } from '../platform/database/index.ts';
import type { RemoveWords, WasSaid } from '../platform/word-removal/index.ts';

/** The sources that an erasure of a person removes, and the words that must not remain of them. */
export interface ErasedSources {
  fileIds: ReadonlySet<string>;
  responseIds: ReadonlySet<string>;
  /** Removes the words of the person that nobody else gave, and their names. */
  remove: RemoveWords;
  /** Removes only the names. For texts that other people gave. */
  removeNames: RemoveWords;
  /** Like `remove`, but the text has the same length. For texts in which other records count characters. */
  mask(text: string): string;
  /** Names of the person, speaker labels and file names: removed in texts that were made from the sources. */
  names: readonly string[];
  /** Names of other people. They remain, even if they contain a name of the person. */
  others: readonly string[];
  wasSaid: WasSaid;
  /** Whether a text without a source consists of words of the person: three or more in a row, or a whole answer. */
  isQuote(text: string): boolean;
  /** A copy of a record in the result of a job, redacted like the record; the same object if nothing changes. */
  redactRecord<T extends object>(record: T): T;
  /** The data of a stored event without the person. */
  redactEvent(data: object): object;
}

/** How a column stores text: as it is, as Markdown, as strings in JSON, or as bytes of JSON in UTF-8. */
export type TextKind = 'plain' | 'markdown' | 'json' | 'bytes';

/** A project whose texts are redacted. */
export interface TextProject {
  id: string;
  workspace_id: string;
}

/** For `ofProject` of a table with a column `project_id`. */
export const inProject = ({ id }: TextProject): Sql => sql`t.project_id = ${id}`;

/** An event that repeats texts of a record. Only the record shows which of them are to be removed. */
export interface RecordInEvent {
  /** The texts of the redacted record, as JSON: an expression of the event `t`. */
  current: Sql;
  rewrite(data: object, current: unknown, erased: ErasedSources): object;
}

/**
 * A table with texts that people wrote or that were made from them. The erasure of a person reads its rows in the order of
 * the key and redacts them (ADR 30).
 */
export interface TextTable<Row extends object = object> {
  table: string;
  /** Columns that identify a row. An index should have their order. */
  key: string[];
  /** Which rows belong to the project. The table is `t`. */
  ofProject(project: TextProject): Sql;
  columns: Record<string, TextKind>;
  /** What `rewrite` needs and does not change, as expressions of the row `t`. */
  reads?: Record<string, Sql>;
  /** Rewrites a row whose columns depend on each other or on an erased source. Without it, each column is redacted alone. */
  rewrite?(row: Row, erased: ErasedSources): Row;
  /** Columns that show clients that the row has changed. */
  touches?: ('updated_at' | 'version')[];
  /** The rows repeat texts of other tables, which are redacted before. */
  isCopy?: boolean;
  /** Other participants gave the texts: only names of the person are removed. */
  isGivenByOthers?: boolean;
  /** Which number of the receipt counts the rows; default: `other_texts`. */
  countedAs?: 'cards' | 'reports' | 'notes' | 'messages' | 'jobs' | 'events';
  /** Updates what is derived from the rows, in the same transaction. */
  saved?(tx: Db, rows: Row[], now: Date): Promise<void>;
  /** Rows per page, for tables with long texts. */
  pageSize?: number;
}

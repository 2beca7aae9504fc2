import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { EventType } from '../events/index.ts';
import type { IdKind } from '../foundation/ids.ts';
import type { Participant } from '../foundation/principal.ts';
import type { Finders } from '../http/gates/references.ts';
import type { Route } from '../http/route.ts';
import type { Sql } from '../platform/database/index.ts';
import type { PeriodicTask } from '../platform/periodic/periodic.ts';
import type { BlobsInUse } from '../platform/storage/check-storage.ts';
import type { TaskHandler } from '../platform/tasks/index.ts';
import type { ResponseMaterial } from './evidence/response-material.ts';
import type { JobKinds } from './jobs/job-kind.ts';
import type { ProjectRecords } from './projects/project-records.ts';
import type { DefaultLanes, HandOver, Hooks, PartOfFile, UseOfFile } from './registrations.ts';
import type { RecordInEvent, TextTable } from './text-table.ts';

/** What a feature adds to the application. `app/features.ts` lists all features; `app/compose.ts` connects them. */
export interface Feature {
  /** Routes of the API, mounted at /v1 and /app/v1. */
  routes?: Route[];
  /** Routes for participants, mounted at /p/v1. */
  participantRoutes?: Route<Participant>[];
  /** Adds routes outside the API's mounts, such as uploads and shared pages, or hooks. */
  mount?(app: FastifyInstance): void;
  /** Handlers of background tasks, by kind of task. */
  taskKinds?: Record<string, TaskHandler>;
  jobKinds?: JobKinds;
  periodic?: PeriodicTask[];
  /** Records that others refer to by id, such as the target of a tag or the subject of a note. */
  records?: ProjectRecords[];
  /** Finds the records of this feature that list filters refer to by id. */
  references?: Finders;
  /** The payloads of the events that this feature emits. */
  eventPayloads?: Partial<Record<EventType, TSchema>>;
  /** Which records of this feature refer to files. */
  usesOfFile?: UseOfFile[];
  /** Which records of this feature move with a file to another project. */
  partsOfFile?: PartOfFile[];
  /** Which bytes in the storage belong to records of this feature. The storage check compares both. */
  blobsInUse?: BlobsInUse;
  /** Passes on what a member owns, in the transaction that removes the member. */
  handOver?: HandOver;
  defaultLanes?: DefaultLanes;
  hooks?: Partial<Hooks>;
  /** A query of `project_count` and `file_count` of the workspace `w`. */
  workspaceCounts?: Sql;
  /** Tables with texts that people wrote or that were made from them. The erasure of a person redacts them. */
  texts?: TextTable[];
  /** Events that repeat texts of records of this feature. */
  recordsInEvents?: Partial<Record<EventType, RecordInEvent>>;
  /** What participants wrote. Reports and chats read it besides transcripts. */
  sourceMaterial?: ResponseMaterial;
  /** For /readyz: a check throws while this process cannot do its work. */
  readinessChecks?: Record<string, () => Promise<void>>;
  /** Runs once, before the first request. */
  prepare?(): Promise<void>;
  /** Starts background work that is not a task. Processes with the role `api` do not call it. */
  start?(): void;
  /** Runs after the last response was sent. */
  close?(): Promise<void>;
}

/**
 * What all features have registered, for features that may not import them. Features are created one after the other, so read
 * it in a request or a task and not in `createX`.
 */
export interface Registered {
  /** The records of this kind. Without `rows` if no feature has such records. */
  recordsOf(kind: IdKind): ProjectRecords;
  readonly sourceMaterial: ResponseMaterial;
  /** Originals before copies. */
  readonly texts: TextTable[];
  readonly recordsInEvents: Partial<Record<EventType, RecordInEvent>>;
  readonly usesOfFile: UseOfFile[];
  readonly partsOfFile: PartOfFile[];
  readonly blobsInUse: BlobsInUse[];
  readonly handOver: HandOver;
  readonly defaultLanes: DefaultLanes;
  readonly workspaceCounts: Sql;
}

import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { EventType } from '../events/index.ts';
import type { Participant } from '../foundation/principal.ts';
import type { Finders } from '../http/gates/references.ts';
import type { Route } from '../http/route.ts';
import type { PeriodicTask } from '../platform/periodic/periodic.ts';
import type { TaskHandler } from '../platform/tasks/index.ts';
import type { JobKinds } from './jobs/job-kind.ts';
import type { ProjectRecords } from './projects/project-records.ts';

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
  /** Records that can carry a tag. */
  taggableTypes?: ProjectRecords[];
  /** Finds the records of this feature that list filters refer to by id. */
  references?: Finders;
  /** The payloads of the events that this feature emits. */
  eventPayloads?: Partial<Record<EventType, TSchema>>;
  /** For /readyz: a check throws while this process cannot do its work. */
  readinessChecks?: Record<string, () => Promise<void>>;
  /** Runs once, before the first request. */
  prepare?(): Promise<void>;
  /** Starts background work that is not a task. Processes with the role `api` do not call it. */
  start?(): void;
  /** Runs after the last response was sent. */
  close?(): Promise<void>;
}

import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Recordings } from '../../sources/files/index.ts';
import type { CompletionDeps } from '../sessions/index.ts';
import type { IceConfig } from './ice.ts';

export interface CallDeps extends CompletionDeps {
  db: Db;
  clock: Clock;
  log: Log;
  recordings: Recordings;
  ice: IceConfig;
}

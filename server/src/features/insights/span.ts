import { type Sql, sql } from '../../platform/database/index.ts';

/** A span of time in milliseconds, for the operators of ranges. Spans that only meet do not overlap. */
export const span = (start: Sql, end: Sql): Sql =>
  sql`int8range((${start} * 1000)::bigint, greatest((${start} * 1000)::bigint, (${end} * 1000)::bigint))`;

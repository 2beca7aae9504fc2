import { invalidField } from '../../../foundation/errors.ts';
import type { Destination } from './order.ts';

/** Reads `before_…_id` and `after_…_id` of a move. At most one of them is allowed, and not the moved record itself. */
export function readDestination(
  kind: 'lane' | 'card',
  movingId: string,
  before: string | undefined,
  after: string | undefined,
): { destination: Destination; field: string } {
  const side = before !== undefined ? 'before' : 'after';
  const field = `${side}_${kind}_id`;
  if (before !== undefined && after !== undefined) {
    throw invalidField(`after_${kind}_id`, `cannot be used together with before_${kind}_id.`);
  }
  const of = before ?? after;
  if (of === movingId) throw invalidField(field, `is the ${kind} itself.`);
  return { destination: of === undefined ? 'end' : { side, of }, field };
}

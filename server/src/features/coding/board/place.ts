import { invalidField } from '../../../foundation/errors.ts';
import type { Place } from './order.ts';

/** Reads `before_…_id` and `after_…_id` of a move: at most one of them, and never the thing itself. */
export function readPlace(
  kind: 'lane' | 'card',
  movingId: string,
  before: string | undefined,
  after: string | undefined,
): { place: Place; field: string } {
  const side = before !== undefined ? 'before' : 'after';
  const field = `${side}_${kind}_id`;
  if (before !== undefined && after !== undefined) {
    throw invalidField(`after_${kind}_id`, `can not be given together with before_${kind}_id.`);
  }
  const of = before ?? after;
  if (of === movingId) throw invalidField(field, `is the ${kind} itself.`);
  return { place: of === undefined ? 'end' : { side, of }, field };
}

import { type ErrorDetail, invalid } from '../../../foundation/errors.ts';
import { errorDetailsMax } from '../../../foundation/limits.ts';

export function requireNoFaults(faults: ErrorDetail[]): void {
  if (faults.length > 0) throw invalid(faults.slice(0, errorDetailsMax));
}

import { AppError, forbidden } from '../../foundation/errors.ts';
import { plans } from '../../foundation/plans.ts';
import type { Principal } from '../../foundation/principal.ts';

/** Gates two and three (spec §1.5): participants are refused before the plan is checked. */
export function admit(principal: Principal): void {
  if (principal.kind === 'participant') {
    throw forbidden('This is a participant account; the API is for researchers.');
  }
  if (!plans[principal.plan].api) {
    throw new AppError('plan_required', 'The API is part of the paid plans: choose one in Settings → Plan.');
  }
}

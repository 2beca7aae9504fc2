import { AppError, forbidden } from '../../foundation/errors.ts';
import { plans } from '../../foundation/plans.ts';
import type { Participant, Principal, Researcher } from '../../foundation/principal.ts';

/** For /v1 and /app/v1: participants are refused before the plan is checked. */
export function admitResearcher(principal: Principal): Researcher {
  if (principal.kind !== 'researcher') {
    throw forbidden('This is a participant account; the API is for researchers.');
  }
  if (!plans[principal.plan].api) {
    throw new AppError(
      'plan_required',
      'The plan of this workspace does not include the API. Ask the operator of the server for another plan.',
    );
  }
  return principal;
}

/** The gate of /p/v1. The plan is not checked here: it limits what a researcher publishes. */
export function admitParticipant(principal: Principal): Participant {
  if (principal.kind !== 'participant_link')
    throw forbidden('These routes are for participants with a link.');
  return principal;
}

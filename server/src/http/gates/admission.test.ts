import { describe, expect, test } from 'vitest';
import { type PlanName, planNames } from '../../foundation/plans.ts';
import type { Principal } from '../../foundation/principal.ts';
import { admitParticipant, admitResearcher } from './admission.ts';

const principal = (kind: Principal['kind'], plan: PlanName) => ({ kind, plan }) as Principal;

describe('admission', () => {
  test.each(planNames)('refuses a participant with 403 forbidden on the plan %s', (plan) => {
    expect(() => admitResearcher(principal('participant', plan))).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        message: 'This is a participant account; the API is for researchers.',
      }),
    );
  });

  test('requires a paid plan of a researcher', () => {
    expect(() => admitResearcher(principal('researcher', 'free'))).toThrow(
      expect.objectContaining({
        code: 'plan_required',
        message:
          'The plan of this workspace does not include the API. Ask the operator of the server for another plan.',
      }),
    );
    for (const plan of planNames.filter((name) => name !== 'free'))
      expect(() => admitResearcher(principal('researcher', plan))).not.toThrow();
  });

  test.each(planNames)(
    'to the routes of participants needs a link, not an account, on the plan %s',
    (plan) => {
      expect(() => admitParticipant(principal('researcher', plan))).toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
      expect(() => admitParticipant(principal('participant', plan))).toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
      expect(admitParticipant(principal('participant_link', plan)).kind).toBe('participant_link');
    },
  );
});

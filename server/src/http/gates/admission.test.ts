import { describe, expect, test } from 'vitest';
import { type PlanName, planNames } from '../../foundation/plans.ts';
import type { Principal } from '../../foundation/principal.ts';
import { admit } from './admission.ts';

const principal = (kind: Principal['kind'], plan: PlanName) => ({ kind, plan }) as Principal;

describe('admission', () => {
  test.each(planNames)('of a participant is refused with forbidden, on the plan %s too', (plan) => {
    expect(() => admit(principal('participant', plan))).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        message: 'This is a participant account; the API is for researchers.',
      }),
    );
  });

  test('of a researcher needs a paid plan', () => {
    expect(() => admit(principal('researcher', 'free'))).toThrow(
      expect.objectContaining({
        code: 'plan_required',
        message: 'The API is part of the paid plans: choose one in Settings → Plan.',
      }),
    );
    for (const plan of planNames.filter((name) => name !== 'free'))
      expect(() => admit(principal('researcher', plan))).not.toThrow();
  });
});

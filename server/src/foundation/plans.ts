/** All plans with their rate limits and credits (spec §2.4). */
export const planNames = ['free', 'basic', 'standard', 'plus', 'self_hosted'] as const;
export type PlanName = (typeof planNames)[number];

export const creditNames = [
  'projects',
  'transcription_minutes',
  'ai_jobs',
  'storage_bytes',
  'engage_participants',
] as const;
export type CreditName = (typeof creditNames)[number];

/** Resources with a maximum number per workspace. After a deletion, another one can be created. */
export const cappedNames = ['webhooks', 'automations', 'api_keys'] as const;
export type CappedName = (typeof cappedNames)[number];

interface Plan {
  /** If false, API requests get 402 `plan_required`. */
  api: boolean;
  /** null: the operator's RATE_LIMIT_SELF_HOSTED. */
  requestsPerMinute: number | null;
  /** null: unlimited. */
  credits: Record<CreditName, number | null>;
  caps: Record<CappedName, number>;
}

const GiB = 1024 ** 3;

export const plans: Record<PlanName, Plan> = {
  free: { api: false, requestsPerMinute: 60, credits: credits(1, 0, 0, 0, 0), caps: caps(1, 1, 3) },
  basic: {
    api: true,
    requestsPerMinute: 60,
    credits: credits(10, 300, 100, 10 * GiB, 50),
    caps: caps(10, 20, 10),
  },
  standard: {
    api: true,
    requestsPerMinute: 300,
    credits: credits(50, 1_500, 500, 100 * GiB, 500),
    caps: caps(50, 100, 50),
  },
  plus: {
    api: true,
    requestsPerMinute: 1_000,
    credits: credits(250, 6_000, 2_500, 1_024 * GiB, 5_000),
    caps: caps(200, 400, 200),
  },
  self_hosted: {
    api: true,
    requestsPerMinute: null,
    credits: credits(null, null, null, null, null),
    caps: caps(500, 1_000, 500),
  },
};

/** Credits that reset each month. Storage is the number of bytes stored now; deleting files frees it. */
export const creditRenewsMonthly: Record<CreditName, boolean> = {
  projects: true,
  transcription_minutes: true,
  ai_jobs: true,
  storage_bytes: false,
  engage_participants: true,
};

function credits(...limits: (number | null)[]): Record<CreditName, number | null> {
  return Object.fromEntries(creditNames.map((name, i) => [name, limits[i] ?? null])) as Record<
    CreditName,
    number | null
  >;
}

function caps(webhooks: number, automations: number, api_keys: number): Record<CappedName, number> {
  return { webhooks, automations, api_keys };
}

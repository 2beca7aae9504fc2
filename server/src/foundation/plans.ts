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
  free: {
    api: false,
    requestsPerMinute: 60,
    credits: {
      projects: 1,
      transcription_minutes: 0,
      ai_jobs: 0,
      storage_bytes: 0,
      engage_participants: 0,
    },
    caps: { webhooks: 1, automations: 1, api_keys: 3 },
  },
  basic: {
    api: true,
    requestsPerMinute: 60,
    credits: {
      projects: 10,
      transcription_minutes: 300,
      ai_jobs: 100,
      storage_bytes: 10 * GiB,
      engage_participants: 50,
    },
    caps: { webhooks: 10, automations: 20, api_keys: 10 },
  },
  standard: {
    api: true,
    requestsPerMinute: 300,
    credits: {
      projects: 50,
      transcription_minutes: 1_500,
      ai_jobs: 500,
      storage_bytes: 100 * GiB,
      engage_participants: 500,
    },
    caps: { webhooks: 50, automations: 100, api_keys: 50 },
  },
  plus: {
    api: true,
    requestsPerMinute: 1_000,
    credits: {
      projects: 250,
      transcription_minutes: 6_000,
      ai_jobs: 2_500,
      storage_bytes: 1_024 * GiB,
      engage_participants: 5_000,
    },
    caps: { webhooks: 200, automations: 400, api_keys: 200 },
  },
  self_hosted: {
    api: true,
    requestsPerMinute: null,
    credits: {
      projects: null,
      transcription_minutes: null,
      ai_jobs: null,
      storage_bytes: null,
      engage_participants: null,
    },
    caps: { webhooks: 500, automations: 1_000, api_keys: 500 },
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

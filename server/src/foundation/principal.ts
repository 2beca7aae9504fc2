import type { PlanName } from './plans.ts';

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];
export const accountKinds = ['researcher', 'participant'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** A user of one workspace, with the API key of the request; null for a signed-in browser and for a participant token. */
interface Account {
  user_id: string;
  email: string;
  name: string;
  role: Role;
  timezone: string;
  user_created_at: Date;
  workspace_id: string;
  plan: PlanName;
  api_key: {
    id: string;
    name: string;
    last_four: string;
    created_at: Date;
    last_used_at: Date | null;
  } | null;
}

/** Uses the product. Handlers of /v1 and /app/v1 receive this type, so a participant cannot reach them. */
export interface Researcher extends Account {
  kind: 'researcher';
}

/** Takes tests. Handlers of /p/v1 receive this type. */
export interface Participant extends Account {
  kind: 'participant';
}

/** The sender of an authenticated request. */
export type Principal = Researcher | Participant;

export const mayWrite = (researcher: Researcher): boolean => researcher.role !== 'viewer';

import type { PlanName } from './plans.ts';

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];
export const accountKinds = ['researcher', 'participant'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Who makes the request: a user of one workspace, by an API key or by a browser sign-in. */
export interface Principal {
  user_id: string;
  email: string;
  name: string;
  role: Role;
  kind: AccountKind;
  timezone: string;
  user_created_at: Date;
  workspace_id: string;
  plan: PlanName;
  /** null when a person is signed in. */
  api_key: {
    id: string;
    name: string;
    last_four: string;
    created_at: Date;
    last_used_at: Date | null;
  } | null;
}

export const mayWrite = (principal: Principal): boolean => principal.role !== 'viewer';

import { forbidden } from './errors.ts';
import type { PlanName } from './plans.ts';

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];
/** The colours of the web application. `system`: those of the device. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const accountKinds = ['researcher', 'participant'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** A user of one workspace, with the API key of the request; null for a signed-in browser. */
interface Account {
  user_id: string;
  email: string;
  name: string;
  role: Role;
  timezone: string;
  theme: Theme;
  /** Whether mentions and assignments also come by mail. */
  inbox_mail: boolean;
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
  /** The sign-in of a browser; absent for an API key. */
  sign_in_id?: string;
}

/** Uses the product. Handlers of /v1 and /app/v1 receive this type, so a participant cannot reach them. */
export interface Researcher extends Account {
  kind: 'researcher';
}

/** An account that is not for researchers. Every mount refuses it. */
interface ParticipantAccount extends Account {
  kind: 'participant';
}

/** The holder of a participant link, who takes a test. Handlers of /p/v1 receive this type. */
export interface Participant {
  kind: 'participant_link';
  /** Identifies the link in rate limits and idempotency keys. It does not contain the token. */
  link_id: string;
  workspace_id: string;
  project_id: string;
  test_id: string;
  /** The person, if the link is personal; null for the open link of a test. */
  participant_id: string | null;
  invitation_id: string | null;
  response_id: string | null;
  session_id: string | null;
  /** The page of a revoked link says that it was revoked; every other route refuses it. */
  revoked_at: Date | null;
}

/** A user, of either kind. */
export type AccountHolder = Researcher | ParticipantAccount;

/** The sender of an authenticated request. */
export type Principal = AccountHolder | Participant;

/** Who a rate window belongs to. */
export const subjectOf = (principal: Principal): string =>
  principal.kind === 'participant_link' ? principal.link_id : principal.user_id;

/** Whether many people share the link of this participant. */
export const isOpenLink = (principal: Principal): boolean =>
  principal.kind === 'participant_link' && principal.participant_id === null;

/** Whether the link was ended. Its stored responses are not replayed: the person may have been erased since. */
export const isRevokedLink = (principal: Principal): boolean =>
  principal.kind === 'participant_link' && principal.revoked_at !== null;

/**
 * Who an idempotency key belongs to. Many people share an open link, so each address has its own keys: otherwise one could
 * get the stored response of another, with the personal link in it.
 */
export const keyOwnerOf = (principal: Principal, address: string): string =>
  isOpenLink(principal) ? `${subjectOf(principal)} ${address}` : subjectOf(principal);

export const mayWrite = (researcher: Researcher): boolean => researcher.role !== 'viewer';

export function requireWriteRole(researcher: Researcher): void {
  if (!mayWrite(researcher)) throw forbidden('Your role (viewer) is read-only.');
}

/** Owners and admins manage members, invitations and API keys. */
export const managesWorkspace = ({ role }: Pick<Researcher, 'role'>): boolean =>
  role === 'owner' || role === 'admin';

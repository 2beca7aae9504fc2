export { declineInvitationsOf, removeInvitationsOf } from './erase.ts';
export {
  findInvitationRow,
  type InvitationRow,
  type InvitationStatus,
  type InvitationStep,
  invitationStatuses,
  markInvitation,
} from './store.ts';

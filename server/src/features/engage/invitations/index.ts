export {
  findInvitationRow,
  type InvitationRow,
  type InvitationStatus,
  type InvitationStep,
  invitationStatuses,
  markInvitation,
} from './store.ts';

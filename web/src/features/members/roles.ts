import type { Me } from '../../data/me.ts';
import type { Member, Role } from '../../data/members.ts';
import { texts } from './texts.ts';

export const roleNames = (): Record<Role, string> => ({
  owner: texts.owner,
  admin: texts.admin,
  member: texts.member,
  viewer: texts.viewer,
});

export const roleMeanings = (): Record<Role, string> => ({
  owner: texts.doesEverythingAlsoChangesWorkspace,
  admin: texts.worksInProjectsManagesMembers,
  member: texts.createsProjectsAndWorksIn,
  viewer: texts.readsWhatIsSharedChanges,
});

/** The roles that this person may give to the member; none if the role cannot be changed. The server has the same rules. */
export function assignableRoles(
  me: Pick<Me, 'role'>,
  member: Pick<Member, 'role'>,
  isLastOwner: boolean,
): Role[] {
  if (isLastOwner) return [];
  if (me.role === 'owner') return ['owner', 'admin', 'member', 'viewer'];
  if (me.role === 'admin' && member.role !== 'owner') return ['admin', 'member', 'viewer'];
  return [];
}

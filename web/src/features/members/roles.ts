import type { Me } from '../../data/me.ts';
import type { Member, Role } from '../../data/members.ts';

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

/** "a member", "an admin". */
export const roleWithArticle = (role: Role): string =>
  `${role === 'owner' || role === 'admin' ? 'an' : 'a'} ${roleNames[role].toLowerCase()}`;

export const roleMeanings: Record<Role, string> = {
  owner: 'Does everything, also changes the workspace',
  admin: 'Works in projects, manages members and API keys',
  member: 'Creates projects and works in those that are shared',
  viewer: 'Reads what is shared, changes nothing',
};

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

import type { Role } from '../../data/members.ts';
import { Select } from '../../ui/select.tsx';
import { roleNames } from './roles.ts';

/** The same width in all rows, so that the roles line up whether they can be changed or not. */
export const roleColumn = 'w-24 shrink-0';

/** The choice of a role in a row. */
export const RoleSelect = ({
  label,
  value,
  roles,
  disabled,
  onChange,
}: {
  label: string;
  value: Role;
  roles: readonly Role[];
  disabled?: boolean;
  onChange(role: Role): void;
}) => (
  <Select
    label={label}
    value={value}
    disabled={disabled}
    onChange={onChange}
    options={roles.map((role) => ({ value: role, name: roleNames()[role] }))}
    look="rounded-md border border-transparent px-[7px] text-soft hover:border-edge hover:text-ink"
    className={roleColumn}
  />
);

import type { Role } from '../../data/members.ts';
import { roleNames } from './roles.ts';

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
  <select
    aria-label={label}
    value={value}
    disabled={disabled}
    onChange={(event) => onChange(event.target.value as Role)}
    className="control max-w-32 shrink-0 rounded-md border border-transparent bg-transparent ps-2 text-soft hover:border-edge hover:text-ink"
  >
    {roles.map((role) => (
      <option key={role} value={role}>
        {roleNames[role]}
      </option>
    ))}
  </select>
);

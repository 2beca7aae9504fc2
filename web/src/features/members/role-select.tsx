import type { Role } from '../../data/members.ts';
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
  <select
    aria-label={label}
    value={value}
    disabled={disabled}
    onChange={(event) => onChange(event.target.value as Role)}
    // A select indents its text by a pixel of border and four of its own.
    className={`control ${roleColumn} rounded-md border border-transparent bg-transparent ps-[3px] text-soft hover:border-edge hover:text-ink`}
  >
    {roles.map((role) => (
      <option key={role} value={role}>
        {roleNames()[role]}
      </option>
    ))}
  </select>
);

import { useNavigate } from '@tanstack/react-router';
import { useChangeTheme, useMe } from '../../data/me.ts';
import { signOut } from '../../data/sign-in.ts';
import { type Theme, useTheme } from '../../lib/theme.ts';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';

const themeNames: { value: Theme; name: string }[] = [
  { value: 'system', name: 'Theme of the system' },
  { value: 'light', name: 'Light theme' },
  { value: 'dark', name: 'Dark theme' },
];

export function AccountMenu() {
  const me = useMe();
  const theme = useTheme();
  const changeTheme = useChangeTheme();
  const navigate = useNavigate();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${me.name}`}
          className="control-square flex shrink-0 items-center justify-center rounded-full bg-accent-wash font-serif text-md text-accent"
        >
          {[...me.name.trim()][0]?.toUpperCase() ?? '·'}
        </button>
      }
    >
      <MenuHeading>
        <span className="block max-w-64 truncate font-medium" dir="auto">
          {me.name}
        </span>
        <span className="block max-w-64 truncate text-soft">{me.email}</span>
      </MenuHeading>
      <MenuItem onSelect={() => void navigate({ to: '/settings/account' })}>Account</MenuItem>
      <MenuLink href="/docs">API docs</MenuLink>
      <MenuSeparator />
      <MenuChoices label="Theme" value={theme} onChange={changeTheme} options={themeNames} />
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>Sign out</MenuItem>
    </Menu>
  );
}

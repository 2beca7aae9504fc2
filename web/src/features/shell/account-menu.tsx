import { useNavigate } from '@tanstack/react-router';
import { useChangeTheme, useMe } from '../../data/me.ts';
import { signOut } from '../../data/sign-in.ts';
import { type Theme, useTheme } from '../../lib/theme.ts';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { texts } from './texts.ts';

const themeNames = () =>
  (['system', 'light', 'dark'] satisfies Theme[]).map((value) => ({ value, name: texts.themes[value] }));

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
          aria-label={texts.accountOf(me.name)}
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
      <MenuItem onSelect={() => void navigate({ to: '/settings/account' })}>{texts.account}</MenuItem>
      <MenuLink href="/docs">{texts.apiDocs}</MenuLink>
      <MenuSeparator />
      <MenuChoices label={texts.theme} value={theme} onChange={changeTheme} options={themeNames()} />
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>{texts.signOut}</MenuItem>
    </Menu>
  );
}

import { Outlet, useNavigate } from '@tanstack/react-router';
import { useMe } from '../../data/me.ts';
import { useSignOut } from '../../data/sign-in.ts';
import { Menu, MenuHeading, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { Frame } from './frame.tsx';

/** The layout of every page for a signed-in user. */
export const Shell = () => (
  <Frame accountMenu={<AccountMenu />}>
    <Outlet />
  </Frame>
);

function AccountMenu() {
  const me = useMe();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const handleSignOut = async () => {
    await signOut();
    await navigate({ to: '/sign-in' });
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account of ${me.name}`}
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash font-serif text-lg text-accent"
        >
          {me.name.trim().charAt(0).toUpperCase() || '·'}
        </button>
      }
    >
      <MenuHeading>
        <span className="block font-medium">{me.name}</span>
        <span className="block text-soft">{me.email}</span>
      </MenuHeading>
      <MenuItem onSelect={() => void navigate({ to: '/settings/account' })}>Account</MenuItem>
      <MenuLink href="/docs">API docs</MenuLink>
      <MenuItem onSelect={() => void handleSignOut()}>Sign out</MenuItem>
    </Menu>
  );
}

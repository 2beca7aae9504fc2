import { useMe } from '../../data/me.ts';
import { formatDate, humanize } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHead, Section } from '../../ui/page-layout.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SignInList } from './sign-in-list.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function AccountPage() {
  usePageTitle('Account');
  const me = useMe();
  return (
    <>
      <PageHead
        title="Account"
        lead={`${me.email} · ${humanize(me.role)} · member since ${formatDate(me.created_at)}`}
      />
      <Section title="Profile">
        <ProfileForm me={me} />
      </Section>
      <Section title="Theme" lead="For all browsers in which you are signed in.">
        <ThemeChoice />
      </Section>
      <Section title="Password" lead="Changing it signs you out of every other browser. API keys stay valid.">
        <PasswordForm email={me.email} />
      </Section>
      <Section
        title="Where you are signed in"
        lead="A browser stays signed in for 30 days after its last use. Sign out where you do not recognize one."
      >
        <SignInList />
      </Section>
      <Section title="This browser">
        <SignOutButton />
      </Section>
    </>
  );
}

import { useMe } from '../../data/me.ts';
import { formatDate, humanize } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHead, Section } from '../../ui/page-layout.tsx';
import { LanguageChoice } from '../language/index.ts';
import { ThemeChoice } from '../theme/index.ts';
import { InboxMailChoice } from './inbox-mail-choice.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SignInList } from './sign-in-list.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { texts } from './texts.ts';

export function AccountPage() {
  usePageTitle(texts.account);
  const me = useMe();
  return (
    <>
      <PageHead
        title={texts.account}
        lead={texts.memberSince(me.email, humanize(me.role), formatDate(me.created_at))}
      />
      <Section title={texts.profile}>
        <ProfileForm me={me} />
      </Section>
      <Section title={texts.theme} lead={texts.forAllBrowsers}>
        <ThemeChoice />
      </Section>
      <Section title={texts.language} lead={texts.forThisBrowser}>
        <LanguageChoice />
      </Section>
      <Section title={texts.mails}>
        <InboxMailChoice isOn={me.inbox_mail} />
      </Section>
      <Section title={texts.password} lead={texts.changeSignsOut}>
        <PasswordForm email={me.email} />
      </Section>
      <Section title={texts.whereYouAreSignedIn} lead={texts.signInsLast}>
        <SignInList />
      </Section>
      <Section title={texts.thisBrowser}>
        <SignOutButton />
      </Section>
    </>
  );
}

import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSignIn, useSignInWithLink } from '../../data/sign-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { AuthLayout, authLink } from './auth-layout.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

export function SignInPage({ next }: { next: string }) {
  usePageTitle(texts.signIn);
  const router = useRouter();
  const open = () => router.navigate({ href: next, replace: true });
  const signIn = useSignIn(open);
  const link = useLinkOfAddress(open);

  if (link.isPending)
    return (
      <AuthLayout title={texts.signingIn}>
        <p role="status" className="text-soft">
          {texts.theLinkIsBeingChecked}
        </p>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={texts.signIn}
      footer={
        <p className="text-xs">
          {texts.firstStart}{' '}
          <a href="/docs" className={authLink}>
            {texts.apiDocs}
          </a>
          .
        </p>
      }
    >
      {link.isError && (
        <div className="mb-5">
          <ErrorNotice error={link.error} title={texts.signInLinkEnded} />
        </div>
      )}
      <SignInForm busy={signIn.isPending} error={signIn.error} onSubmit={signIn.mutate}>
        <p>
          <Link to="/reset" className={authLink}>
            {texts.forgotYourPassword}
          </Link>
        </p>
      </SignInForm>
    </AuthLayout>
  );
}

/** Signs in with the token in the fragment of the address, which no server and no log sees. */
function useLinkOfAddress(onSignedIn: () => Promise<void>) {
  const link = useSignInWithLink(onSignedIn);
  const router = useRouter();
  const token = useLocation({ select: ({ hash }) => hash });
  const used = useRef('');
  const { mutate } = link;
  useEffect(() => {
    if (!token || token === used.current) return;
    used.current = token;
    mutate({ token });
    // The token does not stay in the address and in the history.
    void router.navigate({ to: '/sign-in', search: true, hash: '', replace: true });
  }, [token, mutate, router]);
  return link;
}

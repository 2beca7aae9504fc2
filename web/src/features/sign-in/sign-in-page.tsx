import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useSignIn } from '../../data/sign-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';

export function SignInPage({ next }: { next: string }) {
  usePageTitle('Sign in');
  const router = useRouter();
  const signIn = useSignIn(() => router.navigate({ href: next, replace: true }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    signIn.mutate({ email: String(form.get('email')), password: String(form.get('password')) });
  };

  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-5 py-16">
      <p className="font-serif text-5xl tracking-tight">Parley</p>
      <h1 className="mt-3 mb-10 text-soft">Sign in to your research.</h1>
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={320}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
        />
        {signIn.isError && <ErrorNotice error={signIn.error} />}
        <Button type="submit" variant="primary" busy={signIn.isPending} className="min-h-11 w-full">
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      <p className="mt-10 text-sm text-soft">
        Parley prints an e-mail address and a password when it starts for the first time. Building an
        integration? Read the{' '}
        <a href="/docs" className="text-ink underline underline-offset-4 hover:text-accent">
          API docs
        </a>
        .
      </p>
    </main>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { ApiError } from '../lib/api-error.ts';
import { signOut } from '../lib/identity.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/states.tsx';

/** Signed in, and yet no way in: a participant, the free plan, or a server in trouble. */
export function Refused({ error, reset }: { error: unknown; reset(): void }) {
  const queries = useQueryClient();
  const router = useRouter();
  const leave = async () => {
    await signOut(queries);
    await router.navigate({ to: '/sign-in' });
  };
  const decided = error instanceof ApiError && error.status < 500;
  return (
    <main className="mx-auto max-w-xl px-5 py-24">
      <h1 className="mb-6 font-serif text-4xl">
        {decided ? 'This account can’t go on here' : 'That did not work'}
      </h1>
      <Failure error={error} onRetry={decided ? undefined : reset} />
      <Button className="mt-6" onClick={leave}>
        Sign out
      </Button>
    </main>
  );
}

export const Unknown = () => (
  <main className="mx-auto max-w-md px-5 py-24 text-center">
    <h1 className="font-serif text-3xl">There is no page here</h1>
    <p className="mt-2 mb-6 text-soft">The address may be mistyped, or what was here was removed.</p>
    <Link to="/projects" className="font-medium text-accent underline underline-offset-4">
      To your projects
    </Link>
  </main>
);

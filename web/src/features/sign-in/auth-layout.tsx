import type { ReactNode } from 'react';

/** The pages outside the application: signing in, an invitation, a new password. */
export const AuthLayout = ({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) => (
  <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-5 py-12">
    <p className="font-serif text-lg tracking-tight">{'Parley'}</p>
    <h1 tabIndex={-1} dir="auto" className="mt-6 font-serif text-2xl tracking-tight outline-none">
      {title}
    </h1>
    {lead && (
      <div dir="auto" className="mt-2 text-soft">
        {lead}
      </div>
    )}
    <div className="mt-6">{children}</div>
    {footer && <div className="mt-8 border-t border-line pt-4 text-sm text-soft">{footer}</div>}
  </main>
);

export const authLink = 'text-ink underline underline-offset-4 hover:text-accent';

import type { ReactNode } from 'react';

export function PageHead({ title, lead, actions }: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-serif text-4xl leading-tight tracking-tight sm:text-[2.75rem]">{title}</h1>
        {lead && <div className="mt-2 max-w-prose text-soft">{lead}</div>}
      </div>
      {actions && <div className="flex items-center gap-2 sm:mt-2">{actions}</div>}
    </header>
  );
}

export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-8 pb-12">
      <h2 className="font-serif text-2xl">{title}</h2>
      {lead && <p className="mt-1 max-w-prose text-sm text-soft">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  );
}

export const Badge = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-soft">
    {children}
  </span>
);

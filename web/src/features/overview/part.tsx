import type { ReactNode } from 'react';

export const partLink =
  'control inline-flex shrink-0 items-center text-sm font-medium text-accent underline-offset-4 hover:underline';

interface PartProps {
  title: string;
  /** Beside the title, such as a count. */
  detail?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the overview with its heading. */
export const Part = ({ title, detail, action, children }: PartProps) => (
  <section className="min-w-0">
    <div className="control mb-1 flex items-center justify-between gap-3">
      <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-medium">
        {title}
        {detail && <span className="text-sm font-normal text-soft">{detail}</span>}
      </h2>
      {action}
    </div>
    {children}
  </section>
);

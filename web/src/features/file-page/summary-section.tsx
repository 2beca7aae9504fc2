import type { ReactNode } from 'react';

export const SummarySection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 font-medium text-soft">{title}</h2>
    {children}
  </section>
);

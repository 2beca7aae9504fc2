import type { ReactNode } from 'react';

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <p className="font-serif text-lg">{title}</p>
      <div className="mt-1 text-soft">{children}</div>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

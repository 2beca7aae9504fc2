import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface MomentLinkProps {
  projectId: string;
  fileId: string;
  /** Null opens the file at its beginning. */
  seconds: number | null;
  className?: string;
  /** For screen readers, if the content is an icon. */
  label?: string;
  children: ReactNode;
}

/** Opens a file at a moment. */
export const MomentLink = ({ projectId, fileId, seconds, className, label, children }: MomentLinkProps) => (
  <Link
    to="/projects/$projectId/files/$fileId"
    params={{ projectId, fileId }}
    search={seconds === null ? {} : { t: seconds }}
    aria-label={label}
    className={className ?? 'text-accent underline-offset-4 hover:underline'}
  >
    {children}
  </Link>
);

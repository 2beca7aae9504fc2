import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Page, PageHead } from '../../ui/page-layout.tsx';

/** Inside the shell, so that the navigation stays available. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <Page>
      <PageHead title="Page not found" lead="Check the address. The page may have been moved or deleted." />
      <Link to="/projects" className="font-medium text-accent underline underline-offset-4">
        Go to your projects
      </Link>
    </Page>
  );
}

import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { texts } from './texts.ts';

/** Inside the shell, so that the navigation stays available. */
export function NotFoundPage() {
  usePageTitle(texts.pageNotFound);
  return (
    <Page>
      <PageHead title={texts.pageNotFound} lead={texts.checkAddress} />
      <Link to="/projects" className="font-medium text-accent underline underline-offset-4">
        {texts.goToYourProjects}
      </Link>
    </Page>
  );
}

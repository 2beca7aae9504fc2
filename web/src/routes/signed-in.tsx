import { createRoute, lazyRouteComponent, redirect, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { meQuery, useMe } from '../data/me.ts';
import { signInQuery } from '../data/sign-in.ts';
import { AccessDeniedPage } from '../features/shell/access-denied-page.tsx';
import { Frame } from '../features/shell/frame.tsx';
import { PlainRail } from '../features/shell/plain-rail.tsx';
import { useFilesDragged, useHasUploads } from '../lib/has-uploads.ts';
import { isPreloaded } from '../lib/is-preloaded.ts';
import { useIdle } from '../lib/use-idle.ts';
import { Page } from '../ui/page-layout.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { rootRoute } from './root.ts';

const Shell = lazyRouteComponent(() => import('../features/shell/shell.tsx'), 'Shell');
const Uploads = lazyRouteComponent(() => import('../features/uploads/uploads.tsx'), 'Uploads');

/** The parent of every route that requires a signed-in user. It has no URL of its own. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const early = isPreloaded('/app/v1/me') ? queryClient.ensureQueryData(meQuery) : undefined;
    // Without a sign-in it fails too, and the sign-in page follows.
    early?.catch(() => {});
    const signIn = await queryClient.ensureQueryData(signInQuery);
    if (!signIn) throw redirect({ to: '/sign-in', search: { next: location.href } });
    await (early ?? queryClient.ensureQueryData(meQuery));
  },
  loader: () => Shell.preload?.(),
  component: () => (
    <>
      <Shell />
      <LateUploads />
    </>
  ),
  // Not lazy: it has to be available when the server is not.
  errorComponent: AccessDeniedPage,
  // A slow device shows a page with its first data after this time; rendering a placeholder before would delay it.
  pendingMs: 1_000,
  pendingMinMs: 0,
  pendingComponent: () => (
    <Frame rail={<PlainRail />}>
      <Page>
        <Skeleton rows={6} />
      </Page>
    </Frame>
  ),
});

/**
 * Next to the pages, so that an upload continues whatever page is open. It loads after the page if there are uploads, and in a project
 * when files are dragged over it.
 */
function LateUploads() {
  const { projectId } = useParams({ strict: false });
  const hasUploads = useHasUploads(useMe().id);
  const wereDragged = useFilesDragged();
  const isIdle = useIdle();
  return (hasUploads && isIdle) || (wereDragged && projectId !== undefined) ? (
    <Suspense>
      <Uploads />
    </Suspense>
  ) : null;
}

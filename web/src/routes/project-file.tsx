import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type ChangeView, parseFileView } from '../features/file-page/file-view.ts';
import { waitForData } from '../lib/wait-for-data.ts';
import { projectRoute } from './project.tsx';

const FilePage = lazyRouteComponent(() => import('../features/file-page/file-page.tsx'), 'FilePage');

export const fileRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/files/$fileId',
  validateSearch: parseFileView,
  loader: async ({ context: { queryClient }, params: { projectId, fileId } }) => {
    const { prefetchFile } = await import('../data/prefetch-file.ts');
    const loaded = prefetchFile(queryClient, projectId, fileId);
    await Promise.all([FilePage.preload?.(), waitForData(loaded)]);
  },
  component: function FileRoute() {
    const { projectId, fileId } = fileRoute.useParams();
    const navigate = fileRoute.useNavigate();
    const onViewChange: ChangeView = (change) =>
      void navigate({
        search: (view) => parseFileView({ ...view, ...change }),
        replace: true,
        resetScroll: false,
      });
    return (
      <FilePage
        key={fileId}
        projectId={projectId}
        fileId={fileId}
        view={fileRoute.useSearch()}
        onViewChange={onViewChange}
      />
    );
  },
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type ChangeView, parseFileView } from '../features/file-page/file-view.ts';
import { projectRoute } from './project.tsx';

const FilePage = lazyRouteComponent(() => import('../features/file-page/file-page.tsx'), 'FilePage');

export const fileRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/files/$fileId',
  validateSearch: parseFileView,
  loader: async ({ context: { queryClient }, params: { projectId, fileId } }) => {
    const { loadFile } = await import('../features/file-page/load-file.ts');
    await Promise.all([FilePage.preload?.(), loadFile(queryClient, projectId, fileId)]);
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

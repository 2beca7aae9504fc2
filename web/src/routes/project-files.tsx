import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readFilesSearch, withoutDefaults } from '../features/files/files-search.ts';
import { projectRoute } from './project.tsx';

const FilesPage = lazyRouteComponent(() => import('../features/files/files-page.tsx'), 'FilesPage');

export const filesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/files',
  validateSearch: readFilesSearch,
  loader: () => FilesPage.preload?.(),
  component: function FilesRoute() {
    const { projectId } = filesRoute.useParams();
    const navigate = filesRoute.useNavigate();
    return (
      <FilesPage
        projectId={projectId}
        search={filesRoute.useSearch()}
        onSearch={(change) =>
          void navigate({ search: (before) => withoutDefaults({ ...before, ...change }), replace: true })
        }
      />
    );
  },
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

const ProjectSettingsPage = lazyRouteComponent(
  () => import('../features/projects/project-settings-page.tsx'),
  'ProjectSettingsPage',
);

export const projectSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  loader: () => ProjectSettingsPage.preload?.(),
  component: function ProjectSettingsRoute() {
    return <ProjectSettingsPage projectId={projectSettingsRoute.useParams().projectId} />;
  },
});

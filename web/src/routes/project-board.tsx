import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readBoardSearch } from '../features/board/board-search.ts';
import { projectRoute } from './project.tsx';

const BoardPage = lazyRouteComponent(() => import('../features/board/board-page.tsx'), 'BoardPage');

export const boardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/board',
  validateSearch: readBoardSearch,
  loader: () => BoardPage.preload?.(),
  component: function BoardRoute() {
    return <BoardPage projectId={boardRoute.useParams().projectId} search={boardRoute.useSearch()} />;
  },
});

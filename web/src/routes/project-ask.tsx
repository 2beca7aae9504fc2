import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

const AskPage = lazyRouteComponent(() => import('../features/ask/ask-page.tsx'), 'AskPage');

interface AskSearch {
  /** A question that is asked when the page opens. */
  q?: string | undefined;
}

const validateSearch = (search: Record<string, unknown>): AskSearch => ({
  q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
});

export const askRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/ask',
  validateSearch,
  loader: () => AskPage.preload?.(),
  component: function AskRoute() {
    const { projectId } = askRoute.useParams();
    return (
      <AskPage key={projectId} projectId={projectId} chatId={undefined} question={askRoute.useSearch().q} />
    );
  },
});

export const chatRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/ask/$chatId',
  loader: () => AskPage.preload?.(),
  component: function ChatRoute() {
    const { projectId, chatId } = chatRoute.useParams();
    return <AskPage key={projectId} projectId={projectId} chatId={chatId} question={undefined} />;
  },
});

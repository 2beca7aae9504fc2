import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

const ClipsPage = lazyRouteComponent(() => import('../features/clips/clips-page.tsx'), 'ClipsPage');

const sorts = ['-created_at', 'created_at', 'name', '-name', '-updated_at'] as const;

export interface ClipsSearch {
  view?: 'reels' | undefined;
  q?: string | undefined;
  file?: string | undefined;
  tag?: string | undefined;
  sort?: (typeof sorts)[number] | undefined;
  /** The clip or reel that is open. */
  clip?: string | undefined;
  reel?: string | undefined;
  /** A comment of the clip. */
  comment?: string | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const clipsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/clips',
  validateSearch: (search: Record<string, unknown>): ClipsSearch => ({
    view: search.view === 'reels' ? 'reels' : undefined,
    q: text(search.q),
    file: text(search.file),
    tag: text(search.tag),
    sort: sorts.find((sort) => sort === search.sort),
    clip: text(search.clip),
    reel: text(search.reel),
    comment: text(search.comment),
  }),
  loader: () => ClipsPage.preload?.(),
  component: function ClipsRoute() {
    const { projectId } = clipsRoute.useParams();
    const navigate = clipsRoute.useNavigate();
    return (
      <ClipsPage
        key={projectId}
        projectId={projectId}
        view={clipsRoute.useSearch()}
        onChangeView={(change, { replace }) =>
          void navigate({ search: (current) => ({ ...current, ...change }), replace, resetScroll: false })
        }
      />
    );
  },
});

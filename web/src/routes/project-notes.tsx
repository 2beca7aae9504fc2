import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

const NotesPage = lazyRouteComponent(() => import('../features/notes/notes-page.tsx'), 'NotesPage');

export interface NotesSearch {
  q?: string | undefined;
  file?: string | undefined;
  tag?: string | undefined;
  /** The note that is open, or `new`. */
  note?: string | undefined;
  /** A comment of this note. */
  comment?: string | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const notesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/notes',
  validateSearch: (search: Record<string, unknown>): NotesSearch => ({
    q: text(search.q),
    file: text(search.file),
    tag: text(search.tag),
    note: text(search.note),
    comment: text(search.comment),
  }),
  loader: () => NotesPage.preload?.(),
  component: function NotesRoute() {
    const { projectId } = notesRoute.useParams();
    const navigate = notesRoute.useNavigate();
    return (
      <NotesPage
        key={projectId}
        projectId={projectId}
        view={notesRoute.useSearch()}
        onChangeView={(change, { replace }) =>
          void navigate({ search: (current) => ({ ...current, ...change }), replace, resetScroll: false })
        }
      />
    );
  },
});

import { useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import {
  closeAskPanel,
  leaveAskPanel,
  openAskPanel,
  useAskPanel,
  useHasRoomForPanel,
} from '../../lib/ask-panel.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { buttonTexts as texts } from './button-texts.ts';

const loadPanels = () => import('./ask-panel.tsx');
const DockedPanel = lazy(async () => ({ default: (await loadPanels()).DockedPanel }));
const OverlayPanel = lazy(async () => ({ default: (await loadPanels()).OverlayPanel }));

export const askShortcut = '$mod+j';

/** The Ask page shows the same questions, so the panel is hidden there. */
export const isAskPage = (pathname: string, projectId: string): boolean =>
  pathname === `/projects/${projectId}/ask` || pathname.startsWith(`/projects/${projectId}/ask/`);

/** The panel at the end of every page of the project, while it is open. Its script loads when it opens. */
export function AskBeside({ projectId }: { projectId: string }) {
  const { isOpen, chatId } = useAskPanel(projectId);
  const { fileId } = useParams({ strict: false });
  const pathname = useLocation({ select: (location) => location.pathname });
  const hasRoom = useHasRoomForPanel();
  const isPage = isAskPage(pathname, projectId);
  const isShown = isOpen && !isPage;
  const isBeside = isShown && hasRoom;
  useShortcuts(
    isPage
      ? []
      : [
          {
            keys: askShortcut,
            label: texts.shortcut,
            group: ui.shortcutGroups.thisProject,
            whileTyping: true,
            run: () => {
              if (!isOpen) return openAskPanel(projectId);
              closeAskPanel();
              leaveAskPanel();
            },
          },
        ],
  );
  useEffect(() => closeAskPanel, []);
  // The pages make room for it: see the variants `beside` and `alone` in styles.css.
  useLayoutEffect(() => {
    if (!isBeside) return;
    document.documentElement.dataset.beside = '';
    return () => {
      delete document.documentElement.dataset.beside;
    };
  }, [isBeside]);
  const panel = { projectId, chatId, fileId };
  if (!isShown) return null;
  return isBeside ? (
    <Suspense
      fallback={
        <aside className="sticky top-0 h-dvh w-95 shrink-0 border-s border-line p-4">
          <Skeleton label={texts.loading} rows={4} />
        </aside>
      }
    >
      <DockedPanel {...panel} />
    </Suspense>
  ) : (
    <Suspense>
      <OverlayPanel {...panel} pathname={pathname} />
    </Suspense>
  );
}

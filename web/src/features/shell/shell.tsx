import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useLive } from '../../data/live.ts';
import { openLayer, useOpenLayer } from '../../lib/open-layer.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { UndoProvider } from '../../ui/undo.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Frame } from './frame.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Rail } from './rail.tsx';
import { useFocusHeading } from './use-focus-heading.ts';
import { useNavigationShortcuts } from './use-navigation-shortcuts.ts';
import { useRecordRecents } from './use-record-recents.ts';

const Palette = lazy(() => import('../palette/index.ts').then(({ Palette }) => ({ default: Palette })));
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })),
);

/** The layout of every page for a signed-in user. */
export function Shell() {
  useLive();
  const layer = useOpenLayer();
  const page = useLocation({ select: ({ pathname }) => pathname });
  const isPhone = useMediaQuery('(max-width: 767.98px)');
  useNavigationShortcuts();
  useRecordRecents();
  useFocusHeading();
  const close = () => openLayer(undefined);
  return (
    <Frame
      rail={
        !isPhone && <Rail onSearch={() => openLayer('palette')} onShortcuts={() => openLayer('shortcuts')} />
      }
      bottomBar={isPhone && <BottomBar />}
    >
      <OfflineBar />
      <UndoProvider page={page}>
        <Outlet />
      </UndoProvider>
      <Suspense>
        {layer === 'palette' && <Palette onClose={close} />}
        {layer === 'shortcuts' && <ShortcutSheet onClose={close} />}
      </Suspense>
    </Frame>
  );
}

import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ClipDialog } from './clip-dialog.tsx';
import { ClipFilters } from './clip-filters.tsx';
import { ClipGallery } from './clip-gallery.tsx';
import { ReelBar } from './reel-bar.tsx';
import { ReelDialog } from './reel-dialog.tsx';
import { ReelGallery } from './reel-gallery.tsx';
import { texts } from './texts.ts';
import { useSelection } from './use-selection.ts';
import type { ChangeView, ClipsView } from './view.ts';

interface ClipsPageProps {
  projectId: string;
  view: ClipsView;
  onChangeView: ChangeView;
}

export function ClipsPage({ projectId, view, onChangeView }: ClipsPageProps) {
  usePageTitle(texts.clips2);
  const mayWrite = canWrite(useMe());
  const selection = useSelection();
  const [selecting, setSelecting] = useState(false);
  const showsReels = view.view === 'reels';
  const endSelecting = () => {
    setSelecting(false);
    selection.clear();
  };
  return (
    <Page>
      <PageHead
        title={texts.clips2}
        actions={
          <>
            <SegmentedControl
              label={texts.show}
              value={showsReels ? 'reels' : 'clips'}
              onChange={(next) =>
                onChangeView({ view: next === 'reels' ? 'reels' : undefined }, { replace: false })
              }
              options={[
                { value: 'clips', name: texts.clips2 },
                { value: 'reels', name: texts.reels },
              ]}
            />
            {mayWrite && !showsReels && (
              <Button
                aria-pressed={selecting}
                className="aria-pressed:border-edge aria-pressed:bg-sunken"
                onClick={() => (selecting ? endSelecting() : setSelecting(true))}
              >
                {texts.makeAReel}
              </Button>
            )}
          </>
        }
      />
      <ClipFilters projectId={projectId} view={view} onChangeView={onChangeView} />
      {showsReels ? (
        <ReelGallery
          projectId={projectId}
          q={view.q ?? ''}
          onOpen={(reel) => onChangeView({ reel }, { replace: false })}
        />
      ) : (
        <ClipGallery
          projectId={projectId}
          view={view}
          onOpen={(clip) => onChangeView({ clip }, { replace: false })}
          onClearFilters={() =>
            onChangeView({ q: undefined, file: undefined, tag: undefined }, { replace: true })
          }
          selection={selecting ? selection : undefined}
        />
      )}
      {selecting && (
        <ReelBar
          projectId={projectId}
          selection={selection}
          onCancel={endSelecting}
          onCreated={(reel) => {
            endSelecting();
            onChangeView({ view: 'reels', reel }, { replace: false });
          }}
        />
      )}
      {view.clip && (
        <ClipDialog
          key={view.clip}
          clipId={view.clip}
          comment={view.comment}
          mayWrite={mayWrite}
          onClose={() => onChangeView({ clip: undefined, comment: undefined }, { replace: false })}
        />
      )}
      {view.reel && (
        <ReelDialog
          key={view.reel}
          reelId={view.reel}
          mayWrite={mayWrite}
          onClose={() => onChangeView({ reel: undefined }, { replace: false })}
        />
      )}
    </Page>
  );
}

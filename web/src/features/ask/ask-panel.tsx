import { Link } from '@tanstack/react-router';
import { ArrowLeft, History, Maximize2, SquarePen, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { closeAskPanel, leaveAskPanel, showInAskPanel } from '../../lib/ask-panel.ts';
import { IconButton } from '../../ui/button.tsx';
import { AskThread, useHasModel } from './ask-thread.tsx';
import { HistoryList } from './history-list.tsx';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const within = '[data-ask-panel]';

interface AskPanelProps {
  projectId: string;
  chatId: string | undefined;
  /** The file of the page, to which questions are limited at first. */
  fileId: string | undefined;
}

/** Beside the page, in the place of its right column. */
export function DockedPanel(props: AskPanelProps) {
  const panel = usePanel(props.projectId);
  const close = () => {
    closeAskPanel();
    leaveAskPanel();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (!panel.goBack()) close();
  };
  const ref = useFirstFocus<HTMLElement>();
  return (
    <aside
      ref={ref}
      data-ask-panel=""
      aria-label={panel.title}
      // A click on a text in it makes its keys work.
      tabIndex={-1}
      onKeyDown={handleKey}
      className="sticky top-0 flex h-dvh w-95 shrink-0 flex-col border-s border-line bg-paper outline-none print:hidden"
    >
      <PanelContent {...props} panel={panel} onClose={close} heading={<h2>{panel.title}</h2>} />
    </aside>
  );
}

/** Over the page: at its end on a tablet, and the whole screen of a phone. A link in it closes it, because it covers the page. */
export function OverlayPanel({ pathname, ...props }: AskPanelProps & { pathname: string }) {
  const panel = usePanel(props.projectId);
  const openedAt = useRef(pathname);
  useEffect(() => {
    if (pathname !== openedAt.current) closeAskPanel();
  }, [pathname]);
  const ref = useFirstFocus<HTMLDivElement>();
  return (
    <Radix.Root open onOpenChange={(open) => !open && closeAskPanel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          ref={ref}
          data-ask-panel=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (location.pathname === openedAt.current) leaveAskPanel();
          }}
          onEscapeKeyDown={(event) => {
            // The list of names above the input closes first.
            const isNaming = event.target instanceof Element && event.target.hasAttribute('aria-controls');
            if (isNaming || panel.goBack()) event.preventDefault();
          }}
          className="animate-appear fixed top-0 bottom-(--toast-height,0px) end-0 z-50 flex w-full flex-col bg-paper outline-none sm:w-105 sm:border-s sm:border-line sm:shadow-2xl lg:bottom-0"
        >
          <PanelContent
            {...props}
            panel={panel}
            onClose={closeAskPanel}
            heading={<Radix.Title>{panel.title}</Radix.Title>}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The draft of each project outlives the panel, so that closing it loses nothing. */
const drafts = new Map<string, RefObject<string>>();

function draftOf(projectId: string): RefObject<string> {
  const known = drafts.get(projectId) ?? { current: '' };
  drafts.set(projectId, known);
  return known;
}

function usePanel(projectId: string) {
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const stop = useRef<(() => void) | undefined>(undefined);
  const hasModel = useHasModel();
  return {
    title: isHistoryOpen ? texts.history : hasModel ? texts.title : texts.titleWithoutModel,
    isHistoryOpen,
    setHistoryOpen,
    stop,
    draft: draftOf(projectId),
    /** What Escape does before it closes the panel. False if nothing is left. */
    goBack(): boolean {
      if (isHistoryOpen) setHistoryOpen(false);
      else if (stop.current) stop.current();
      else return false;
      return true;
    },
  };
}

/** The input has the focus at first; the panel itself for who may not ask. */
function useFirstFocus<Panel extends HTMLElement>() {
  const ref = useRef<Panel>(null);
  useEffect(() => {
    const panel = ref.current;
    (panel?.querySelector('textarea') ?? panel)?.focus({ preventScroll: true });
  }, []);
  return ref;
}

interface PanelContentProps extends AskPanelProps {
  panel: ReturnType<typeof usePanel>;
  onClose(): void;
  heading: React.ReactNode;
}

function PanelContent({ projectId, chatId, fileId, panel, onClose, heading }: PanelContentProps) {
  const { isHistoryOpen, setHistoryOpen, draft, stop } = panel;
  // Another thread has its own scope and passages; the one that a first question starts goes on.
  const [threads, setThreads] = useState(0);
  const show = (next: string | undefined) => {
    showInAskPanel(next);
    setThreads(threads + 1);
    setHistoryOpen(false);
  };
  // What had the focus is gone: it goes on at the way back, or at the input.
  const wasHistoryOpen = useRef(isHistoryOpen);
  const shownThreads = useRef(threads);
  useEffect(() => {
    if (wasHistoryOpen.current === isHistoryOpen && shownThreads.current === threads) return;
    wasHistoryOpen.current = isHistoryOpen;
    shownThreads.current = threads;
    document
      .querySelector<HTMLElement>(isHistoryOpen ? `${within} header button` : `${within} textarea`)
      ?.focus({ preventScroll: true });
  }, [isHistoryOpen, threads]);
  const startNew = () => {
    draft.current = '';
    show(undefined);
  };
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line ps-4 pe-2 pointer-coarse:h-14">
        {isHistoryOpen && (
          <IconButton label={texts.backToAnswers} className="-ms-2" onClick={() => setHistoryOpen(false)}>
            <ArrowLeft {...icon} className="rtl:rotate-180" />
          </IconButton>
        )}
        <div className="me-auto min-w-0 truncate font-semibold">{heading}</div>
        {!isHistoryOpen && (
          <>
            <IconButton label={texts.newChat} onClick={startNew}>
              <SquarePen {...icon} />
            </IconButton>
            <IconButton label={texts.history} onClick={() => setHistoryOpen(true)}>
              <History {...icon} />
            </IconButton>
          </>
        )}
        <OpenAsPage projectId={projectId} chatId={chatId} />
        <IconButton label={texts.closePanel} onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </header>
      {isHistoryOpen && (
        <div className="min-h-0 flex-1 overflow-y-auto p-2">
          <HistoryList projectId={projectId} current={chatId} onChoose={show} />
        </div>
      )}
      <div className={isHistoryOpen ? 'hidden' : 'contents'}>
        <AskThread
          key={threads}
          projectId={projectId}
          chatId={chatId}
          firstQuestion={undefined}
          ownFile={fileId}
          panel={{ within, draft, stop, onNew: startNew }}
          onChat={showInAskPanel}
        />
      </div>
    </>
  );
}

function OpenAsPage({ projectId, chatId }: { projectId: string; chatId: string | undefined }) {
  const look = {
    'aria-label': texts.openPage,
    title: texts.openPage,
    onClick: closeAskPanel,
    className:
      'control-square inline-flex shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink',
  };
  return chatId ? (
    <Link to="/projects/$projectId/ask/$chatId" params={{ projectId, chatId }} {...look}>
      <Maximize2 {...icon} />
    </Link>
  ) : (
    <Link to="/projects/$projectId/ask" params={{ projectId }} {...look}>
      <Maximize2 {...icon} />
    </Link>
  );
}

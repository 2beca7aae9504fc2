import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, History, Link2, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { chatQuery } from '../../data/chats.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useToast } from '../../ui/toast.tsx';
import { AskThread, useHasModel } from './ask-thread.tsx';
import { useDeleteChat } from './delete-chat.ts';
import { HistoryList } from './history-list.tsx';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface AskPageProps {
  projectId: string;
  chatId: string | undefined;
  /** Asked when the page opens. */
  question: string | undefined;
}

export function AskPage({ projectId, chatId, question }: AskPageProps) {
  const hasModel = useHasModel();
  const title = hasModel ? texts.title : texts.titleWithoutModel;
  const { data: chat } = useQuery({ ...chatQuery(chatId ?? ''), enabled: chatId !== undefined });
  usePageTitle(chat?.title ?? title);
  const navigate = useNavigate();
  const [historyOpen, setHistoryOpen] = useState(false);
  const startNew = () => void navigate({ to: '/projects/$projectId/ask', params: { projectId } });
  const newButton = (
    <IconButton label={texts.newChat} onClick={startNew}>
      <SquarePen {...icon} />
    </IconButton>
  );
  return (
    <div className="flex h-[calc(100dvh-var(--bottom-area,0px))]">
      <aside
        aria-label={texts.history}
        className="hidden w-64 shrink-0 flex-col border-e border-line lg:flex"
      >
        <div className="flex h-12 items-center justify-between border-b border-line ps-4 pe-2">
          <p className="font-serif text-lg tracking-tight">{title}</p>
          {newButton}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-2">
          <HistoryList projectId={projectId} />
        </div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-12 items-center gap-2 border-b border-line px-2 lg:ps-6">
          <span className="lg:hidden">
            <IconButton label={texts.history} onClick={() => setHistoryOpen(true)}>
              <History {...icon} />
            </IconButton>
          </span>
          <h1
            tabIndex={-1}
            dir="auto"
            className="min-w-0 outline-none truncate font-medium max-lg:flex-1 max-lg:text-center max-lg:font-serif max-lg:text-lg"
          >
            <span className="lg:hidden">{title}</span>
            <span className="max-lg:hidden">{chat?.title ?? texts.newChat}</span>
          </h1>
          {chat && (
            <span className="shrink-0 text-sm text-soft max-lg:hidden">
              {texts.savedForTeam(chat.question_count)}
            </span>
          )}
          <span className="flex lg:ms-auto">
            {chat && (
              <ChatActions projectId={projectId} chatId={chat.id} title={chat.title} onDeleted={startNew} />
            )}
            <span className="lg:hidden">{newButton}</span>
          </span>
        </header>
        <AskThread
          projectId={projectId}
          chatId={chatId}
          firstQuestion={question}
          onChat={(id) =>
            void navigate({
              to: '/projects/$projectId/ask/$chatId',
              params: { projectId, chatId: id },
              replace: chatId === undefined,
            })
          }
        />
      </div>
      <Sheet open={historyOpen} onClose={() => setHistoryOpen(false)} title={texts.history} side="start">
        <HistoryList projectId={projectId} onOpen={() => setHistoryOpen(false)} />
      </Sheet>
    </div>
  );
}

interface ChatActionsProps {
  projectId: string;
  chatId: string;
  title: string;
  onDeleted(): void;
}

function ChatActions({ projectId, chatId, title, onDeleted }: ChatActionsProps) {
  const toast = useToast();
  const mayWrite = canWrite(useMe());
  const deleteChat = useDeleteChat(projectId);
  const handleCopy = async () => {
    await navigator.clipboard.writeText(`${window.location.origin}/projects/${projectId}/ask/${chatId}`);
    toast({ text: texts.linkCopied });
  };
  return (
    <>
      <IconButton label={texts.copyLink} onClick={() => void handleCopy()}>
        <Link2 {...icon} />
      </IconButton>
      {mayWrite && (
        <Menu
          trigger={
            <IconButton label={texts.more}>
              <Ellipsis {...icon} />
            </IconButton>
          }
        >
          <MenuItem
            danger
            onSelect={() => {
              deleteChat({ id: chatId, title });
              onDeleted();
            }}
          >
            {texts.deleteChat}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}

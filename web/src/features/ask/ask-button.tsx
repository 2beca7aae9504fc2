import { useLocation } from '@tanstack/react-router';
import { MessageCircleQuestionMark } from 'lucide-react';
import { closeAskPanel, leaveAskPanel, openAskPanel, useAskPanel } from '../../lib/ask-panel.ts';
import { keyNames } from '../../lib/key-names.ts';
import { Button } from '../../ui/button.tsx';
import { askShortcut, isAskPage } from './ask-beside.tsx';
import { buttonTexts as texts } from './button-texts.ts';

/** Opens and closes the panel. It is in the top bar of every page of a project except Ask itself. */
export function AskButton({ projectId }: { projectId: string }) {
  const { isOpen } = useAskPanel(projectId);
  const isPage = useLocation({ select: ({ pathname }) => isAskPage(pathname, projectId) });
  if (isPage) return null;
  const toggle = () => {
    if (!isOpen) return openAskPanel(projectId);
    closeAskPanel();
    leaveAskPanel();
  };
  return (
    <Button
      data-ask-button=""
      aria-expanded={isOpen}
      aria-label={texts.ask}
      aria-keyshortcuts="Control+J Meta+J"
      title={`${texts.shortcut} (${keyNames(askShortcut)})`}
      onClick={toggle}
      className="shrink-0 aria-expanded:border-transparent aria-expanded:bg-accent-wash max-sm:w-8 max-sm:px-0 pointer-coarse:max-sm:w-11"
    >
      <MessageCircleQuestionMark size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="max-sm:hidden">{texts.ask}</span>
    </Button>
  );
}

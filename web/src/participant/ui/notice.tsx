/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Frame, Title } from './frame.tsx';
import { Icon, type IconName } from './icon.tsx';

interface NoticeProps {
  icon: IconName;
  title: string;
  text: string;
  /** The title of the study, so that the participant knows which one is meant. */
  study?: string | undefined;
  researcher?: string | undefined;
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

/** A page that says one thing: thanks, or why there is nothing to answer. */
export function Notice({ icon, title, text, study, researcher, actions, children }: NoticeProps) {
  return (
    <Frame researcher={researcher} actions={actions}>
      <div class="notice">
        <span class="notice-icon">
          <Icon name={icon} />
        </span>
        {study && (
          <p class="overline" dir="auto">
            {study}
          </p>
        )}
        <Title page={title}>{title}</Title>
        <p class="lead">{text}</p>
        {children}
      </div>
    </Frame>
  );
}

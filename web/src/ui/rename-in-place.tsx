import { useRef, useState } from 'react';

interface RenameInPlaceProps {
  label: string;
  name: string;
  /** A text that the server refused, to correct it. */
  draft?: string | undefined;
  maxLength: number;
  onRename(name: string): void;
  /** Called after saving, after Escape, and when the name stays as it is. */
  onClose(): void;
}

/** A field in the place of a name. Enter or leaving it saves, Escape does not. */
export function RenameInPlace({ label, name, draft, maxLength, onRename, onClose }: RenameInPlaceProps) {
  const [text, setText] = useState(draft ?? name);
  const canceled = useRef(false);
  const finish = () => {
    const next = text.trim();
    if (!canceled.current && next && next !== name) onRename(next);
    onClose();
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
      autoFocus
      aria-label={label}
      dir="auto"
      value={text}
      maxLength={maxLength}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          canceled.current = true;
        }
        if ((event.key === 'Enter' && !event.nativeEvent.isComposing) || event.key === 'Escape')
          event.currentTarget.blur();
      }}
      className="min-h-7 w-full min-w-0 rounded border border-accent bg-surface px-1.5 font-medium outline-2 outline-accent/40 pointer-coarse:min-h-11"
    />
  );
}

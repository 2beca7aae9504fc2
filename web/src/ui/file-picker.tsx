import { type ReactNode, useRef } from 'react';

interface FilePickerProps {
  label: string;
  onPick(files: File[]): void;
  multiple?: boolean;
  /** Endings or media types, such as `.vtt,.srt`. */
  accept?: string;
  /** The visible control. `open` shows the file dialog of the browser. */
  children(open: () => void): ReactNode;
}

/** Opens the file dialog of the browser from any control. */
export function FilePicker({ label, onPick, multiple = false, accept, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={label}
        // The visible control does the same; screen readers need only one of them.
        aria-hidden="true"
        multiple={multiple}
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}

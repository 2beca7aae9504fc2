interface GrowingTextProps {
  label: string;
  placeholder?: string;
  value: string;
  maxLength: number;
  readOnly: boolean;
  onChange(value: string): void;
  /** Enter ends the field instead of adding a line. */
  onEnter?(): void;
  className: string;
}

/** A text field as high as its text. */
export function GrowingText(props: GrowingTextProps) {
  const { label, placeholder, value, maxLength, readOnly, onChange, onEnter, className } = props;
  return (
    <textarea
      aria-label={label}
      placeholder={placeholder}
      dir="auto"
      rows={1}
      value={value}
      maxLength={maxLength}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (!onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter();
      }}
      className={`-mx-1 block w-full resize-none rounded-sm bg-transparent px-1 [field-sizing:content] placeholder:text-soft focus:outline-none focus-visible:outline-2 ${className}`}
    />
  );
}

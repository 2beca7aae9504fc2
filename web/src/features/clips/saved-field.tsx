import { type ComponentProps, useEffect, useState } from 'react';
import { TextArea, TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

interface SavedFieldProps {
  label: string;
  value: string;
  onSave(value: string): void;
  required?: boolean;
  multiline?: boolean;
  readOnly?: boolean;
  maxLength: number;
}

/** A text that is saved when the focus leaves it, or with Enter in a single line. */
export function SavedField({
  label,
  value,
  onSave,
  required,
  multiline,
  readOnly,
  maxLength,
}: SavedFieldProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const isMissing = required === true && draft.trim() === '';
  const save = () => {
    if (!isMissing && draft !== value) onSave(draft.trim());
  };
  const common = {
    label,
    value: draft,
    readOnly,
    maxLength,
    dir: 'auto',
    error: isMissing ? texts.enterAName : undefined,
    onBlur: save,
  } satisfies ComponentProps<typeof TextField>;
  if (multiline) return <TextArea {...common} rows={3} onChange={(event) => setDraft(event.target.value)} />;
  return (
    <TextField
      {...common}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
}

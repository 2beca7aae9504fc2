import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

interface LabelFormProps {
  label: string;
  action: string;
  initial: string;
  onSubmit(label: string): void;
}

/** The name of a speaker. */
export function LabelForm({ label, action, initial, onSubmit }: LabelFormProps) {
  const [text, setText] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onSubmit(text.trim());
  };
  return (
    <form onSubmit={submit} className="space-y-2 p-1">
      <TextField
        label={label}
        dir="auto"
        // The form replaces the button that opened it.
        autoFocus
        maxLength={100}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={!text.trim()} className="w-full">
        {action}
      </Button>
    </form>
  );
}

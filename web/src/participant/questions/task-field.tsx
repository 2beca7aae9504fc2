/** @jsxImportSource preact */
import { useTexts } from '../texts/context.tsx';
import type { FieldProps } from './field.ts';
import { TextField } from './text-field.tsx';

/** Something to do, and then to describe. */
export function TaskField(props: FieldProps) {
  const { t } = useTexts();
  return (
    <>
      <p id="task-text" class="field-name">
        {t.taskText}
      </p>
      <TextField {...props} labelledBy={`${props.labelledBy} task-text`} />
    </>
  );
}

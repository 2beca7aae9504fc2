/** @jsxImportSource preact */
import { canRecordScreen, TaskRecorder } from '../recording/task-recorder.tsx';
import { useTexts } from '../texts/context.tsx';
import type { FieldProps } from './field.ts';
import { TextField } from './text-field.tsx';

/** Something to do, and then to describe. Where the browser can, the screen and the voice are recorded. */
export function TaskField(props: FieldProps) {
  const { t } = useTexts();
  return (
    <>
      {props.canRecord && canRecordScreen() && (
        <TaskRecorder client={props.client} questionId={props.question.id} />
      )}
      <p id="task-text" class="field-name">
        {t.taskText}
      </p>
      <TextField {...props} labelledBy={`${props.labelledBy} task-text`} />
    </>
  );
}

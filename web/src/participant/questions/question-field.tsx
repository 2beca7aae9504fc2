/** @jsxImportSource preact */
import type { ComponentType } from 'preact';
import type { QuestionType } from '../api/wire.ts';
import { ChoiceField, YesNoField } from './choice-field.tsx';
import type { FieldProps } from './field.ts';
import { RankingField } from './ranking-field.tsx';
import { ScaleField } from './scale-field.tsx';
import { TaskField } from './task-field.tsx';
import { TextField } from './text-field.tsx';

const fields: Record<QuestionType, ComponentType<FieldProps> | null> = {
  open: TextField,
  single_choice: ChoiceField,
  multi_choice: ChoiceField,
  rating: ScaleField,
  nps: ScaleField,
  ranking: RankingField,
  yes_no: YesNoField,
  statement: null,
  task: TaskField,
};

/** Types whose controls belong together under the question as their legend. */
export const isGroup = (type: QuestionType): boolean => !['open', 'statement', 'task'].includes(type);

export function QuestionField(props: FieldProps) {
  const Field = fields[props.question.type];
  return Field && <Field {...props} />;
}

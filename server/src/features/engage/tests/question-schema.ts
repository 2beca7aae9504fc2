import Type, { type Static } from 'typebox';
import { Id, Input, Nullable, OneOf, Resource, Text, VisibleText } from '../../../http/schema.ts';
import {
  optionsMax,
  optionTextMax,
  questionsMax,
  questionTextMax,
  rulesMax,
  scaleLabelMax,
  screenerQuestionsMax,
} from './limits.ts';
import { actions, followUps, operators, questionTypes, screenerActions, screenerTypes } from './question.ts';

const scaleEnds = {
  min: Type.Integer({ minimum: 0, maximum: 1, description: 'Lowest value: 0 or 1.', examples: [1] }),
  max: Type.Integer({ minimum: 2, maximum: 10, description: 'Highest value: 2 to 10.', examples: [5] }),
};
const operatorMeaning =
  'Condition on the answer. `any_of` and `none_of` use `option_ids`; `equals`, `at_least` and `at_most` use `value`.';
const Value = () =>
  Type.Unsafe<number | boolean | null>({
    type: ['number', 'boolean', 'null'],
    description: 'A number of the scale, or true or false for `yes_no`; null if the operator needs none.',
  });

const QuestionOption = Resource(
  'QuestionOption',
  {
    id: Id('option', 'Does not change when the test is edited.'),
    text: Type.String({ description: 'As participants see it.', examples: ['By card'] }),
  },
  { description: 'A possible answer.' },
);
const QuestionScale = Resource(
  'QuestionScale',
  {
    ...scaleEnds,
    min_label: Nullable(
      Type.String({ description: 'Shown at the lowest value; null: no label.', examples: ['Very hard'] }),
    ),
    max_label: Nullable(
      Type.String({ description: 'Shown at the highest value; null: no label.', examples: ['Very easy'] }),
    ),
  },
  { description: 'The values of a `rating` or `nps` question; null for other types.' },
);
const ruleFields = {
  operator: OneOf(operators, { description: operatorMeaning }),
  option_ids: Type.Array(Id('option'), { description: 'For `any_of` and `none_of`; else empty.' }),
  value: Value(),
  question_id: Nullable(Id('question', 'A later question; null if `action` is not `go_to`.')),
};
const ruleMeaning = { description: 'What comes next if the condition holds.' };
const QuestionRule = Resource(
  'QuestionRule',
  {
    ...ruleFields,
    action: OneOf(actions, { description: '`go_to` continues at `question_id`; `end` ends the test.' }),
  },
  ruleMeaning,
);
const ScreenerRule = Resource(
  'ScreenerRule',
  {
    ...ruleFields,
    action: OneOf(screenerActions, {
      description:
        '`go_to` continues at `question_id`; `end` lets the participant in; `screen_out` ends the response.',
    }),
  },
  ruleMeaning,
);

const questionFields = {
  id: Id('question', 'Does not change when the test is edited.'),
  text: Type.String({
    description: 'As participants see it.',
    examples: ['What did you want to do when you opened the cart?'],
  }),
  required: Type.Boolean({ description: 'Whether participants must answer before they continue.' }),
  options: Type.Array(QuestionOption, {
    description: 'For `single_choice`, `multi_choice` and `ranking`; else empty.',
  }),
  scale: Nullable(QuestionScale),
};
const logicMeaning = {
  description:
    'The first rule whose condition holds decides what comes next; if none does, the next question.',
};

export const QuestionShape = Resource(
  'Question',
  {
    ...questionFields,
    type: OneOf(questionTypes, { description: 'How participants answer.' }),
    follow_up: OneOf(followUps, { description: 'How much the AI moderator asks follow-up questions.' }),
    media_file_id: Nullable(Id('file', 'A file that is shown with the question; null: none.')),
    logic: Type.Array(QuestionRule, logicMeaning),
  },
  { description: 'One question of a test.' },
);

export const ScreenerQuestion = Resource(
  'ScreenerQuestion',
  {
    ...questionFields,
    type: OneOf(screenerTypes, { description: 'How participants answer.' }),
    logic: Type.Array(ScreenerRule, logicMeaning),
  },
  { description: 'One question of a screener.' },
);

const OwnId = (what: string) =>
  Type.Optional(
    Text(1, 100, {
      description: `The ${what}'s id; or, for a new one, a name of your own that \`logic\` can use in this request.`,
    }),
  );
const Ref = () => Text(1, 100);

/** A text, or an object with an id. JSON Schema applies each keyword only to the type that it is defined for. */
const OptionInput = Type.Unsafe<string | { id?: string; text: string }>({
  ...VisibleText(1, optionTextMax),
  ...Input({ id: OwnId('option'), text: VisibleText(1, optionTextMax) }),
  type: ['string', 'object'],
  description: 'The text of the option, or an object.',
});

const ScaleInput = Input(
  {
    ...scaleEnds,
    min_label: Type.Optional(Nullable(VisibleText(1, scaleLabelMax))),
    max_label: Type.Optional(Nullable(VisibleText(1, scaleLabelMax))),
  },
  { description: 'For `rating` (default 1 to 5) and `nps` (always 0 to 10).' },
);

const ruleInput = {
  operator: OneOf(operators, { description: operatorMeaning }),
  option_ids: Type.Optional(Type.Array(Ref(), { maxItems: optionsMax, uniqueItems: true })),
  value: Type.Optional(Value()),
  question_id: Type.Optional(Nullable(Ref())),
};
const RuleInput = Input({ ...ruleInput, action: OneOf(actions) });
const ScreenerRuleInput = Input({ ...ruleInput, action: OneOf(screenerActions) });

const optionalInScreener = {
  id: OwnId('question'),
  required: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
  options: Type.Optional(
    Type.Array(OptionInput, {
      maxItems: optionsMax,
      description: 'For `single_choice`, `multi_choice` and `ranking`: two or more.',
    }),
  ),
  scale: Type.Optional(Nullable(ScaleInput)),
};
const optional = {
  ...optionalInScreener,
  follow_up: Type.Optional(OneOf(followUps, { description: 'Default: `none`.' })),
  media_file_id: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'A file of the same project.' })),
  ),
  logic: Type.Optional(Type.Array(RuleInput, { maxItems: rulesMax })),
};
const type = () => OneOf(questionTypes);
const text = () => VisibleText(1, questionTextMax);

export const NewQuestions = () =>
  Type.Array(Input({ type: type(), text: text(), ...optional }), {
    maxItems: questionsMax,
    description: 'In the order in which they are asked.',
  });

export const QuestionChanges = () =>
  Type.Array(Input({ type: Type.Optional(type()), text: Type.Optional(text()), ...optional }), {
    maxItems: questionsMax,
    description:
      'All questions, in their new order. For a question with an `id`, omitted fields do not change. A question without an `id` is new and needs `type` and `text`. Questions that are not in the list are removed.',
  });

/** `type` and `text` are optional because a question with an `id` keeps what is omitted. */
export const ScreenerQuestions = () =>
  Type.Array(
    Input({
      ...optionalInScreener,
      type: Type.Optional(OneOf(screenerTypes)),
      text: Type.Optional(text()),
      logic: Type.Optional(Type.Array(ScreenerRuleInput, { maxItems: rulesMax })),
    }),
    {
      minItems: 1,
      maxItems: screenerQuestionsMax,
      description:
        'All questions, in their order. A question without an `id` is new and needs `type` and `text`.',
    },
  );

type Change = Static<ReturnType<typeof QuestionChanges>>[number];
export type RuleInput = Static<typeof ScreenerRuleInput>;
/** A question of the test or of its screener. */
export type QuestionInput = Omit<Change, 'logic'> & { logic?: RuleInput[] };

import type { AnswerInput } from '../responses/index.ts';
import type { Question } from '../tests/index.ts';
import type { Random } from './random.ts';

/** A simulated person, whose answers agree with each other. */
export interface Persona {
  name: string;
  /** 0: dissatisfied, 1: enthusiastic. */
  mood: number;
  timezone: string;
  locale: string;
  device: { kind: 'mobile' | 'tablet' | 'desktop'; os: string; browser: string };
}

const firstNames = [
  'Alex',
  'Sam',
  'Robin',
  'Kim',
  'Noor',
  'Jo',
  'Mika',
  'Ariel',
  'Sasha',
  'Dana',
  'Ines',
  'Tomas',
];
const lastNames = [
  'Silva',
  'Meyer',
  'Okafor',
  'Tanaka',
  'Rossi',
  'Novak',
  'Haddad',
  'Larsen',
  'Moreau',
  'Kaya',
];
const places = [
  ['Europe/Berlin', 'de'],
  ['America/New_York', 'en-US'],
  ['Asia/Tokyo', 'ja'],
  ['America/Sao_Paulo', 'pt-BR'],
  ['Europe/Madrid', 'es'],
] as const;
const devices = [
  { kind: 'mobile', os: 'iOS', browser: 'Safari' },
  { kind: 'mobile', os: 'Android', browser: 'Chrome' },
  { kind: 'desktop', os: 'Windows', browser: 'Edge' },
  { kind: 'desktop', os: 'macOS', browser: 'Firefox' },
] as const;

export function createPersona(random: Random): Persona {
  const [timezone, locale] = random.pick(places);
  return {
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    mood: (random.next() + random.next()) / 2,
    timezone,
    locale,
    device: random.pick(devices),
  };
}

const skipProbability = 0.08;

/** An answer that is valid for the question, as the participant's page would send it. */
export function simulateAnswer(question: Question, { mood }: Persona, random: Random): AnswerInput {
  if (question.type === 'statement') return {};
  if (!question.required && random.chance(skipProbability)) return { skipped: true };
  const optionIds = question.options.map(({ id }) => id);
  switch (question.type) {
    case 'open':
      return { text: simulateText(question.text, mood, random) };
    case 'task':
      return random.chance(0.7) ? { text: simulateText(question.text, mood, random) } : {};
    case 'single_choice':
      // The square prefers the first options, as real answers do.
      return { option_ids: [optionIds[Math.floor(random.next() ** 2 * optionIds.length)] as string] };
    case 'multi_choice':
      return { option_ids: random.shuffle(optionIds).slice(0, random.integer(1, optionIds.length)) };
    case 'ranking':
      return { option_ids: random.shuffle(optionIds) };
    case 'yes_no':
      return { value: random.chance(0.25 + mood / 2) };
    case 'rating':
    case 'nps': {
      const { min, max } = question.scale ?? { min: 0, max: 10 };
      const noise = (random.next() - 0.5) * 0.5;
      const share = Math.min(1, Math.max(0, mood + noise));
      return { value: Math.round(min + share * (max - min)) };
    }
  }
}

const positive = [
  'With {topic} I have had no problems so far, and I would use it again.',
  'I like it. {Topic} was clear to me from the start.',
  'It saved me time. Before, {topic} took me most of an afternoon.',
];
const neutral = [
  'It depends. {Topic} works most of the time, but sometimes I have to try twice.',
  'I do not think about {topic} very often. It is fine.',
  'I would say {topic} is average: neither good nor bad.',
];
const negative = [
  'I found {topic} confusing, and I did not know what to do next.',
  'Honestly, I gave up. {Topic} took too long, and nobody could help me.',
  'I expected more. {Topic} did not work on my phone.',
];
const details = [
  'Last week I tried it again with a colleague.',
  'My family has the same experience.',
  'I mostly do this in the evening.',
  'I would have liked to see an example.',
  'The rest was easy.',
];

/** A text about the words of the question, so that tags, themes and search find something in it. */
export function simulateText(question: string, mood: number, random: Random): string {
  const templates = mood > 0.6 ? positive : mood < 0.4 ? negative : neutral;
  const topic = topicOf(question);
  const capital = topic.charAt(0).toUpperCase() + topic.slice(1);
  const sentence = random
    .pick(templates)
    .replace('{topic}', () => topic)
    .replace('{Topic}', () => capital);
  return random.chance(0.6) ? `${sentence} ${random.pick(details)}` : sentence;
}

const common = new Set(
  'what which when where who whom whose why how did does do are is was were will would could should can have has had you your yours the and for with about that this these those there from into than then them they their our ours most more any some please tell describe explain think feel use used using like a an of to in on at by or if it its me my we us be been not'.split(
    ' ',
  ),
);

/** The last content word of a question: `the delivery`. */
function topicOf(question: string): string {
  const words = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !common.has(word),
  );
  const last = words.at(-1);
  return last ? `the ${last}` : 'this';
}

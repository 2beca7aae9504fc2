import type { Part, Study } from '../quality/read-studies.ts';

/** How a synthetic person speaks: a voice of espeak-ng, and a factor for the length of the vocal tract. */
export interface Person {
  voice: string;
  pitch: number;
  wordsPerMinute: number;
  tract: number;
}

export interface PlannedTurn {
  person: number;
  text: string;
  pitch: number;
  wordsPerMinute: number;
  decibels: number;
  pauseSeconds: number;
}

/** One recording with one microphone: the same reverberation and noise for everyone. */
export interface Plan {
  name: string;
  people: Person[];
  turns: PlannedTurn[];
  reverberance: number;
  noiseDecibels: number;
}

type Kind = 'male' | 'female';

/** Disjoint, so that no voice of the held-out part was used to choose a number. */
const voicesOf: Record<Part, Record<Kind, string[]>> = {
  tuning: {
    male: [
      'en-us+m1',
      'en-gb+m3',
      'en-us+m5',
      'en-gb-scotland+m7',
      'en-us+Andy',
      'en-gb+Diogo',
      'en-029+rob',
    ],
    female: ['en-us+f1', 'en-gb+f3', 'en-us+Alicia', 'en-gb-x-rp+linda', 'en-us+steph'],
  },
  'held-out': {
    male: [
      'en-us+m2',
      'en-gb+m4',
      'en-us+m6',
      'en-gb-scotland+m8',
      'en-us+Lee',
      'en-gb+john',
      'en-029+Marco',
    ],
    female: ['en-us+f2', 'en-gb+f4', 'en-us+Andrea', 'en-gb-x-rp+belinda', 'en-us+steph2'],
  },
};

/** Three characters for each kind of conversation: m a man, f a woman. Shares are of the turns. */
const casts: { name: string; kinds: Kind[]; shares: number[]; count: number }[] = [
  { name: 'one man', kinds: ['male'], shares: [1], count: 6 },
  { name: 'one woman', kinds: ['female'], shares: [1], count: 6 },
  { name: 'man and woman', kinds: ['male', 'female'], shares: [0.5, 0.5], count: 5 },
  { name: 'man and woman, unequal', kinds: ['male', 'female'], shares: [0.3, 0.7], count: 3 },
  { name: 'two men', kinds: ['male', 'male'], shares: [0.5, 0.5], count: 5 },
  { name: 'two men, unequal', kinds: ['male', 'male'], shares: [0.3, 0.7], count: 3 },
  { name: 'two women', kinds: ['female', 'female'], shares: [0.5, 0.5], count: 5 },
  { name: 'two women, unequal', kinds: ['female', 'female'], shares: [0.3, 0.7], count: 3 },
  { name: 'three people', kinds: ['male', 'female', 'male'], shares: [0.3, 0.4, 0.3], count: 4 },
  { name: 'two women and a man', kinds: ['female', 'female', 'male'], shares: [0.3, 0.4, 0.3], count: 4 },
];

/** The same sequence for the same seed (mulberry32), so that two runs measure the same recordings. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Conversations of a minute or two: turns of 1 to 15 seconds, equal loudness within 2 dB, changing intonation. */
export function planRecordings(part: Part, studies: Study[]): Plan[] {
  const random = createRandom(part === 'tuning' ? 11 : 29);
  const between = (low: number, high: number) => low + (high - low) * random();
  const words = studies
    .filter((study) => study.part === part)
    .flatMap(({ interviews }) =>
      interviews.flatMap(({ turns }) => turns.flatMap(({ text }) => text.split(/\s+/))),
    );
  const takeText = (count: number) => {
    const from = Math.floor(between(0, words.length - count));
    return words.slice(from, from + count).join(' ');
  };

  const newPerson = (kind: Kind, used: string[]): Person => {
    const free = voicesOf[part][kind].filter((voice) => !used.includes(voice));
    return {
      voice: free[Math.floor(random() * free.length)] as string,
      pitch: Math.round(between(30, 70)),
      wordsPerMinute: Math.round(between(145, 190)),
      tract: between(0.94, 1.08),
    };
  };

  return casts.flatMap(({ name, kinds, shares, count }) =>
    Array.from({ length: count }, (_, number) => {
      const people: Person[] = [];
      for (const kind of kinds)
        people.push(
          newPerson(
            kind,
            people.map(({ voice }) => voice),
          ),
        );
      let last = -1;
      const turns = Array.from({ length: kinds.length === 1 ? 12 : 8 + 6 * (kinds.length - 1) }, () => {
        let person = pick(shares, random());
        // People usually alternate, but sometimes one continues after a pause.
        if (person === last && kinds.length > 1 && random() < 0.8) person = (person + 1) % kinds.length;
        last = person;
        const { pitch, wordsPerMinute } = people[person] as Person;
        const wordCount = Math.round(3 + 37 * random() ** 1.6);
        return {
          person,
          text: takeText(wordCount),
          pitch: Math.round(pitch + between(-7, 7)),
          wordsPerMinute: Math.round(wordsPerMinute * between(0.9, 1.1)),
          decibels: between(-2, 2),
          pauseSeconds: between(0.35, 1.1),
        };
      });
      return {
        name: `${name} ${number + 1}`,
        people,
        turns,
        reverberance: Math.round(between(0, 45)),
        noiseDecibels: between(-62, -40),
      };
    }),
  );
}

function pick(shares: number[], value: number): number {
  let sum = 0;
  const found = shares.findIndex((share) => {
    sum += share;
    return value < sum;
  });
  return found < 0 ? shares.length - 1 : found;
}

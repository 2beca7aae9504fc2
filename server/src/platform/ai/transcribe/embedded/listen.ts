import { type Speech, type SpokenSegment, TranscriberError } from '../transcriber.ts';
import type { Kit } from './kit.ts';
import { whisperLanguage } from './languages.ts';
import { withoutLoops } from './loops.ts';
import type { ListenOrder } from './protocol.ts';
import type { HeardTurn, Span, Turn } from './recognizer.ts';
import { sentencesOf } from './sentences.ts';
import { nameSpeakers } from './speakers.ts';
import { openSound, type Sound, stretchesOf } from './stretches.ts';
import { turnsOf, windowsOf, withEdges } from './turns.ts';
import { voiceOf } from './voice.ts';

/** How much of the work is finding out who speaks when; the rest is understanding it. */
const shareOfFinding = 0.1;

/** Where somebody speaks, who, in which language, and what. */
export async function listen(
  kit: Kit,
  order: ListenOrder,
  onProgress: (fraction: number) => void,
): Promise<Speech> {
  const sound = await openSound(order.wavPath);
  try {
    const turns = await findTurns(kit, order, sound, onProgress);
    return await understand(kit, order, sound, turns, onProgress);
  } finally {
    await sound.close();
  }
}

async function findTurns(
  kit: Kit,
  order: ListenOrder,
  sound: Sound,
  onProgress: (fraction: number) => void,
): Promise<Turn[]> {
  const stretches: Span[] = [];
  const voices: number[][] = [];
  for await (const { samples, ...span } of stretchesOf(await kit.vad(), sound)) {
    stretches.push(span);
    if (order.diarize) voices.push(voiceOf(samples));
    onProgress((span.end_seconds / sound.duration_seconds) * shareOfFinding);
  }
  const names = order.diarize
    ? nameSpeakers(
        stretches.map((span, i) => ({ ...span, voice: voices[i] as number[] })),
        order.speakers_expected,
      )
    : [];
  return turnsOf(stretches.map((span, i) => ({ ...span, speaker: names[i] ?? 'Speaker 1' })));
}

async function understand(
  kit: Kit,
  order: ListenOrder,
  sound: Sound,
  turns: Turn[],
  onProgress: (fraction: number) => void,
): Promise<Speech> {
  const segments: SpokenSegment[] = [];
  let language = order.language ? whisperLanguage(order.language) : undefined;
  if (order.language && !language)
    throw new TranscriberError(
      'provider_refused',
      `Speech recognition on this machine does not know the language ${order.language}.`,
    );
  for (const window of windowsOf(turns)) {
    const heard: HeardTurn[] = [];
    for (const index of window) {
      const span = withEdges(turns, index);
      heard.push({ ...(turns[index] as Turn), ...span, samples: await sound.read(span) });
    }
    language ??= await (await kit.multilingual()).detectLanguage(heard);
    const spoken = language;
    const recognizer = await (spoken === 'en' ? kit.english() : kit.multilingual());
    const said = await recognizer.hear(heard, spoken, order.vocabulary);
    said.forEach((units, i) => {
      segments.push(...sentencesOf(withoutLoops(units), spoken, heard[i]?.speaker));
    });
    const until = heard.at(-1)?.end_seconds ?? 0;
    onProgress(shareOfFinding + (1 - shareOfFinding) * Math.min(1, until / sound.duration_seconds));
  }
  return { language: order.language ?? language ?? null, segments };
}

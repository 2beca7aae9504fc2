import { dropRepetitions } from './drop-repetitions.ts';
import { whisperLanguage } from './languages.ts';
import type { Models } from './models.ts';
import type { TranscribeCommand } from './protocol.ts';
import type { Span, Turn, TurnAudio } from './recognizer.ts';
import { splitSentences } from './sentences.ts';
import { nameSpeakers } from './speakers.ts';
import { SpeechError, type SpokenSegment, type Transcription } from './speech.ts';
import { type Audio, findSpeechRegions, openAudio } from './speech-regions.ts';
import { groupIntoWindows, joinTurns, padTurn } from './turns.ts';
import { voiceFeatures } from './voice-features.ts';

/** Finding turns takes about a tenth of the time, recognising them the rest. */
const turnsShare = 0.1;

/** The whole pipeline: speech regions, speakers, turns, language, words, sentences. */
export async function transcribe(
  models: Models,
  command: TranscribeCommand,
  onProgress: (fraction: number) => void,
): Promise<Transcription> {
  const audio = await openAudio(command.wavPath);
  try {
    const turns = await findTurns(models, command, audio, onProgress);
    return await recognizeTurns(models, command, audio, turns, onProgress);
  } finally {
    await audio.close();
  }
}

async function findTurns(
  models: Models,
  command: TranscribeCommand,
  audio: Audio,
  onProgress: (fraction: number) => void,
): Promise<Turn[]> {
  const regions: Span[] = [];
  const features: number[][] = [];
  for await (const { samples, ...span } of findSpeechRegions(await models.vad(), audio)) {
    regions.push(span);
    if (command.diarize) features.push(voiceFeatures(samples));
    onProgress((span.end_seconds / audio.duration_seconds) * turnsShare);
  }
  const names = command.diarize
    ? nameSpeakers(
        regions.map((span, i) => ({ ...span, features: features[i] as number[] })),
        command.speakers_expected,
      )
    : [];
  return joinTurns(regions.map((span, i) => ({ ...span, speaker: names[i] ?? 'Speaker 1' })));
}

async function recognizeTurns(
  models: Models,
  command: TranscribeCommand,
  audio: Audio,
  turns: Turn[],
  onProgress: (fraction: number) => void,
): Promise<Transcription> {
  const segments: SpokenSegment[] = [];
  let language = command.language ? whisperLanguage(command.language) : undefined;
  if (command.language && !language)
    throw new SpeechError(
      'unsupported_language',
      `Speech recognition on this machine does not know the language ${command.language}.`,
    );
  for (const window of groupIntoWindows(turns)) {
    const turnAudio: TurnAudio[] = [];
    for (const index of window) {
      const span = padTurn(turns, index);
      turnAudio.push({ ...(turns[index] as Turn), ...span, samples: await audio.read(span) });
    }
    language ??= await (await models.multilingual()).detectLanguage(turnAudio);
    const spoken = language;
    const recognizer = await (spoken === 'en' ? models.english() : models.multilingual());
    const units = await recognizer.recognize(turnAudio, spoken, command.vocabulary);
    units.forEach((turnUnits, i) => {
      segments.push(...splitSentences(dropRepetitions(turnUnits), spoken, turnAudio[i]?.speaker));
    });
    const doneSeconds = turnAudio.at(-1)?.end_seconds ?? 0;
    onProgress(turnsShare + (1 - turnsShare) * Math.min(1, doneSeconds / audio.duration_seconds));
  }
  return { language: command.language ?? language ?? null, segments };
}

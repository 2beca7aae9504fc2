import { detectLanguage } from './detect-language.ts';
import { dropRepetitions } from './drop-repetitions.ts';
import { whisperLanguage } from './languages.ts';
import type { Models } from './models.ts';
import type { TranscribeCommand } from './protocol.ts';
import type { Turn, TurnAudio } from './recognizer.ts';
import { sumUpSteps } from './resume.ts';
import { splitSentences } from './sentences.ts';
import { nameSpeakers, type VoicedRegion } from './speakers.ts';
import { type FinishedStep, SpeechError, type Transcription } from './speech.ts';
import { type Audio, findSpeechRegions, openAudio } from './speech-regions.ts';
import { groupIntoBatches, joinTurns, padTurn } from './turns.ts';
import { voiceParts } from './voice-features.ts';

/** Finding turns takes about a tenth of the time, recognising them the rest. */
const turnsShare = 0.1;

interface TranscribeReports {
  /** From 0 to 1. */
  onProgress(fraction: number): void;
  onFinished(step: FinishedStep): void;
}

/** The whole pipeline: speech regions, speakers, turns, language, words, sentences. */
export async function transcribe(
  models: Models,
  command: TranscribeCommand,
  { onProgress, onFinished }: TranscribeReports,
): Promise<Transcription> {
  const requested = requestedLanguage(command);
  const audio = await openAudio(command.wavPath);
  try {
    const { turnsDone, segments, ...known } = sumUpSteps(command.finished ?? [], command.models.english);
    const turns = known.turns ?? (await findTurns(models, command, audio, onProgress));
    if (!known.turns) onFinished({ kind: 'turns', model: command.models.english, turns });
    if (turns.length === 0) return { language: command.language ?? null, segments: [] };
    const readTurn = async (index: number): Promise<TurnAudio> => {
      const span = padTurn(turns, index);
      return { ...(turns[index] as Turn), ...span, samples: await audio.read(span) };
    };
    const language = requested ?? known.language ?? (await detectLanguage(models, turns, readTurn));
    if (!requested && !known.language) onFinished({ kind: 'language', language });

    const recognizer = await (language === 'en' ? models.english() : models.multilingual());
    for (const batch of groupIntoBatches(turns, recognizer.batchSeconds, turnsDone)) {
      const turnAudio = await Promise.all(batch.map(readTurn));
      const units = await recognizer.recognize(turnAudio, language, command.vocabulary);
      const spoken = units.flatMap((turnUnits, i) =>
        splitSentences(dropRepetitions(turnUnits), language, turnAudio[i]?.speaker),
      );
      segments.push(...spoken);
      onFinished({ kind: 'speech', turns_done: (batch.at(-1) as number) + 1, segments: spoken });
      const doneSeconds = turnAudio.at(-1)?.end_seconds ?? 0;
      onProgress(turnsShare + (1 - turnsShare) * Math.min(1, doneSeconds / audio.duration_seconds));
    }
    return { language: command.language ?? language, segments };
  } finally {
    await audio.close();
  }
}

function requestedLanguage({ language }: TranscribeCommand): string | undefined {
  if (language === undefined) return undefined;
  const known = whisperLanguage(language);
  if (!known)
    throw new SpeechError(
      'unsupported_language',
      `Speech recognition on this machine does not know the language ${language}.`,
    );
  return known;
}

async function findTurns(
  models: Models,
  command: TranscribeCommand,
  audio: Audio,
  onProgress: (fraction: number) => void,
): Promise<Turn[]> {
  const regions: VoicedRegion[] = [];
  const onRead = (seconds: number) => onProgress((seconds / audio.duration_seconds) * turnsShare);
  for await (const { samples, ...span } of findSpeechRegions(await models.vad(), audio, onRead))
    regions.push({ ...span, parts: command.diarize ? voiceParts(samples) : [] });
  const names = command.diarize ? nameSpeakers(regions, command.speakers_expected) : [];
  return joinTurns(regions.map((region, i) => ({ ...region, speaker: names[i] ?? 'Speaker 1' })));
}

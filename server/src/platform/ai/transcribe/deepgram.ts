import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { placeWords, type SpeechRequest, type SpokenSegment, type Transcription } from '@parley/speech';
import type { Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import { noText, postAudio } from './post-audio.ts';
import type { Transcriber, TranscriberConfig } from './transcriber.ts';

interface DeepgramResponse {
  results?: {
    channels?: {
      detected_language?: unknown;
      alternatives?: { transcript?: unknown; words?: unknown }[];
    }[];
  };
}

interface Word {
  text: string;
  start: number;
  end: number;
  confidence: number | undefined;
  speaker: number | undefined;
}

/**
 * Deepgram's `/listen`. The whole recording is sent in one request, as a stream, because speakers are numbered anew in
 * each request.
 */
export function createDeepgramTranscriber(outbound: Outbound, config: TranscriberConfig): Transcriber {
  return {
    name: 'deepgram',
    model: config.model,
    sends_data_outside: leavesMachine(config),
    usd_per_minute: config.pricePerMinute,
    async transcribe(request): Promise<Transcription> {
      const { size } = await stat(request.wavPath);
      const streams: ReadStream[] = [];
      const create = () => {
        const body = createReadStream(request.wavPath);
        streams.push(body);
        return {
          headers: {
            'content-type': 'audio/wav',
            'content-length': String(size),
            ...(config.apiKey ? { authorization: `Token ${config.apiKey}` } : {}),
          },
          body,
        };
      };
      const response = await postAudio(outbound, create, {
        url: urlOf(config, request),
        // A slow connection may take as long as the recording to send it.
        deadlineMs: 15 * 60_000 + request.duration_seconds * 1_000,
        signal: request.signal,
        retryDelaysMs: config.retryDelaysMs,
      }).finally(() => {
        for (const stream of streams) stream.destroy();
      });
      request.onProgress(1);
      return readTranscription(response as DeepgramResponse, request);
    },
  };
}

function urlOf({ baseUrl, model }: TranscriberConfig, request: SpeechRequest): string {
  const query = new URLSearchParams({ model, smart_format: 'true', punctuate: 'true' });
  if (request.diarize) query.set('diarize', 'true');
  if (request.language) query.set('language', request.language);
  else query.set('detect_language', 'true');
  // Older models call it keywords.
  const vocabulary = /^nova-[3-9]/.test(model) ? 'keyterm' : 'keywords';
  for (const word of request.vocabulary) query.append(vocabulary, word);
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/listen?${query}`;
}

function readTranscription({ results }: DeepgramResponse, request: SpeechRequest): Transcription {
  const channel = Array.isArray(results?.channels) ? results.channels[0] : undefined;
  const best = Array.isArray(channel?.alternatives) ? channel.alternatives[0] : undefined;
  if (!best) throw noText();
  const detected = typeof channel?.detected_language === 'string' ? channel.detected_language : null;
  const language = request.language ?? detected;
  const words = readWords(best.words);
  if (words.length > 0) return { language, segments: toSentences(words).map(toSegment) };
  const text = typeof best.transcript === 'string' ? best.transcript.trim() : '';
  const end_seconds = Math.max(request.duration_seconds, 0.1);
  return { language, segments: text ? [{ start_seconds: 0, end_seconds, text }] : [] };
}

function readWords(given: unknown): Word[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((word: Record<string, unknown> | null) => {
    const text = word?.punctuated_word ?? word?.word;
    if (typeof text !== 'string' || typeof word?.start !== 'number' || typeof word.end !== 'number')
      return [];
    const { start, end, confidence, speaker } = word;
    return text.trim() === '' || !(end >= start)
      ? []
      : [
          {
            text: text.trim(),
            start,
            end,
            confidence: typeof confidence === 'number' ? confidence : undefined,
            speaker: typeof speaker === 'number' ? speaker : undefined,
          },
        ];
  });
}

const pauseSeconds = 2;
const sentenceSecondsMax = 30;

/** A sentence ends with its punctuation, with another speaker, or in a pause. */
function toSentences(words: Word[]): Word[][] {
  const sentences: Word[][] = [];
  let before: Word | undefined;
  for (const word of words) {
    const sentence = sentences.at(-1);
    const continues =
      before !== undefined &&
      before.speaker === word.speaker &&
      !/[.!?。！？…]["'”’)]?$/u.test(before.text) &&
      word.start - before.end < pauseSeconds &&
      word.end - (sentence?.[0]?.start ?? 0) < sentenceSecondsMax;
    if (sentence && continues) sentence.push(word);
    else sentences.push([word]);
    before = word;
  }
  return sentences;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
const round = (value: number) => Math.round(value * 1000) / 1000;

function toSegment(sentence: Word[]): SpokenSegment {
  const [first, last] = [sentence[0] as Word, sentence.at(-1) as Word];
  const text = sentence.reduce(
    (joined, word) =>
      joined === '' || unspaced.test(joined) ? joined + word.text : `${joined} ${word.text}`,
    '',
  );
  const known = sentence.flatMap(({ confidence }) => confidence ?? []);
  const timed = sentence.map((word) => ({
    text: word.text,
    start_seconds: word.start,
    end_seconds: word.end,
  }));
  const words = placeWords(text, timed);
  return {
    start_seconds: round(first.start),
    end_seconds: round(Math.max(last.end, first.start + 0.05)),
    text,
    ...(first.speaker === undefined ? {} : { speaker: `Speaker ${first.speaker + 1}` }),
    ...(known.length > 0
      ? { confidence: round(Math.max(0, Math.min(1, known.reduce((a, b) => a + b, 0) / known.length))) }
      : {}),
    ...(words.length > 0 ? { words } : {}),
  };
}

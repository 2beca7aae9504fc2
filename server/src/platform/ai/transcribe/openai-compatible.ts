import { randomBytes } from 'node:crypto';
import { placeWords, type SpeechRequest, type SpokenSegment, type Transcription } from '@parley/speech';
import type { Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import { noText, postAudio } from './post-audio.ts';
import type { Transcriber, TranscriberConfig } from './transcriber.ts';
import { cutWav, type WavPiece } from './wav.ts';

// Ten minutes of 16 kHz PCM are 19 MB: below the 25 MB that such servers accept in one request.
const cut = { pieceSeconds: 600, searchSeconds: 30 };
const deadlineMs = 15 * 60_000;

interface VerboseResponse {
  language?: unknown;
  text?: unknown;
  duration?: unknown;
  segments?: {
    start?: unknown;
    end?: unknown;
    text?: unknown;
    avg_logprob?: unknown;
    speaker?: unknown;
    words?: unknown;
  }[];
}

/** Any server with OpenAI's `/audio/transcriptions`: OpenAI, whisper.cpp's server, vLLM, speaches. */
export function createOpenAiTranscriber(outbound: Outbound, config: TranscriberConfig): Transcriber {
  const url = `${config.baseUrl.replace(/(?<!\/)\/+$/, '')}/audio/transcriptions`;
  return {
    name: 'openai-compatible',
    model: config.model,
    sends_data_outside: leavesMachine(config),
    usd_per_minute: config.pricePerMinute,
    async transcribe(request): Promise<Transcription> {
      const segments: SpokenSegment[] = [];
      let language: string | null = request.language ?? null;
      for await (const piece of cutWav(request.wavPath, cut)) {
        const response = await transcribePiece(outbound, config, url, request, piece);
        language ??= languageCode(response.language);
        segments.push(...readSegments(response, piece));
        const done = piece.start_seconds + (piece.bytes.length - 44) / 32_000;
        request.onProgress(Math.min(1, done / Math.max(request.duration_seconds, 1)));
      }
      return { language, segments };
    },
  };
}

async function transcribePiece(
  outbound: Outbound,
  config: TranscriberConfig,
  url: string,
  request: SpeechRequest,
  piece: WavPiece,
): Promise<VerboseResponse> {
  const fields: [string, string][] = [
    ['model', config.model],
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'segment'],
    ...(request.language ? [['language', request.language.split('-')[0]] as [string, string]] : []),
    ...(request.vocabulary.length > 0 ? [['prompt', request.vocabulary.join(', ')] as [string, string]] : []),
  ];
  const { body, contentType } = form(fields, piece.bytes);
  const headers = {
    'content-type': contentType,
    ...(config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {}),
  };
  const response = await postAudio(outbound, () => ({ headers, body }), {
    url,
    deadlineMs,
    signal: request.signal,
    retryDelaysMs: config.retryDelaysMs,
  });
  return response as VerboseResponse;
}

function readSegments(response: VerboseResponse, piece: WavPiece): SpokenSegment[] {
  const at = piece.start_seconds;
  const length = (piece.bytes.length - 44) / 32_000;
  if (!Array.isArray(response.segments)) {
    // A server that reports no times: the text belongs to the whole piece.
    const text = typeof response.text === 'string' ? response.text.trim() : undefined;
    if (text === undefined) throw noText();
    return text === '' ? [] : [{ start_seconds: at, end_seconds: at + length, text }];
  }
  return response.segments.flatMap((segment) => {
    const { start, end, text, avg_logprob, speaker, words: timed } = segment ?? {};
    if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string' || !(end > start))
      return [];
    const words = text.trim();
    if (words === '') return [];
    return [
      {
        start_seconds: round(at + start),
        end_seconds: round(at + end),
        text: words,
        ...(typeof avg_logprob === 'number' ? { confidence: round(Math.min(1, Math.exp(avg_logprob))) } : {}),
        ...(typeof speaker === 'string' ? { speaker } : {}),
        ...readWords(words, timed, at),
      },
    ];
  });
}

/** Word times are not requested, because some servers refuse that, but are used if a server sends them. */
function readWords(text: string, timed: unknown, at: number): Pick<SpokenSegment, 'words'> {
  if (!Array.isArray(timed)) return {};
  const words = timed.flatMap((given: { word?: unknown; start?: unknown; end?: unknown } | null) =>
    typeof given?.word === 'string' && typeof given.start === 'number' && typeof given.end === 'number'
      ? [{ text: given.word, start_seconds: at + given.start, end_seconds: at + given.end }]
      : [],
  );
  const placed = placeWords(text, words);
  return placed.length > 0 ? { words: placed } : {};
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Some servers respond with `english`, some with `en`. */
function languageCode(language: unknown): string | null {
  if (typeof language !== 'string') return null;
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) && language.length <= 3) return language;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return commonCodes.find((code) => names.of(code)?.toLowerCase() === language.toLowerCase()) ?? null;
}

const commonCodes =
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne no fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy'.split(
    ' ',
  );

function form(fields: [string, string][], wav: Buffer): { body: Buffer; contentType: string } {
  const boundary = `parley${randomBytes(12).toString('hex')}`;
  const head = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const texts = fields.map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`).join('');
  const body = Buffer.concat([
    Buffer.from(`${texts}${head('name="file"; filename="audio.wav"')}Content-Type: audio/wav\r\n\r\n`),
    wav,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

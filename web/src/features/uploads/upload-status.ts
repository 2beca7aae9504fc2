import {
  type File,
  hasNoSpeech,
  isMedia,
  isTranscribing,
  type Job,
  reasonOfFailure,
} from '../../data/file.ts';
import type { UploadItem } from '../../data/uploads.ts';
import { formatBytes, formatProgress } from '../../lib/format.ts';
import { texts } from './texts.ts';

export interface UploadStatus {
  text: string;
  /** From 0 to 100; null while the amount of work is unknown; undefined without a bar. */
  progress?: number | null;
  tone: 'working' | 'attention' | 'failed' | 'done';
}

const percent = (item: UploadItem) => (item.size === 0 ? 0 : (item.sentBytes / item.size) * 100);

/** What the queue says about an upload: first about its bytes, then about the work of the server. */
export function describeUpload(item: UploadItem, file?: File, job?: Job): UploadStatus {
  const sent = texts.sentOf(formatBytes(item.sentBytes), formatBytes(item.size));
  switch (item.state) {
    case 'waiting':
      return { text: texts.waitingForAFreePlace, tone: 'working' };
    case 'sending':
      return {
        text: texts.uploading(formatProgress(percent(item)), sent),
        progress: percent(item),
        tone: 'working',
      };
    case 'offline':
      return {
        text: item.problem ?? texts.waitingForTheConnection,
        progress: percent(item),
        tone: 'attention',
      };
    case 'paused':
      return { text: texts.paused(sent), progress: percent(item), tone: 'attention' };
    case 'cut':
      return {
        text: texts.chooseSameFile(item.problem ?? texts.interruptedAt(formatProgress(percent(item)))),
        progress: percent(item),
        tone: 'attention',
      };
    case 'asking':
      return { text: item.problem ?? texts.uploadThisFile, tone: 'attention' };
    case 'failed':
      return { text: item.problem ?? texts.theUploadFailed, tone: 'failed' };
    case 'sent':
      return describeFile(file, job);
  }
}

/** What the queue calls the work on a recording, and on a file whose text is read instead. */
const workNames = () => ({
  media: {
    waiting: texts.waitingForTranscription,
    running: texts.transcribing,
    done: texts.uploadedAndTranscribed,
  },
  text: {
    waiting: texts.waitingToBeRead,
    running: texts.readingTheText,
    done: texts.uploadedAndReady,
  },
});

/** What the server does with a file whose bytes have arrived. */
function describeFile(file: File | undefined, job: Job | undefined): UploadStatus {
  if (!file || file.status === 'uploading' || file.status === 'processing')
    return { text: texts.uploadedProcessing, progress: null, tone: 'working' };
  if (file.status === 'failed') return { text: reasonOfFailure(file), tone: 'failed' };
  const names = isMedia(file) ? workNames().media : workNames().text;
  if (isTranscribing(file)) {
    const progress = job?.status === 'running' ? job.progress : undefined;
    return {
      text: progress === undefined ? names.waiting : `${names.running} · ${formatProgress(progress)}`,
      progress: progress ?? null,
      tone: 'working',
    };
  }
  if (hasNoSpeech(file, job)) return { text: texts.uploadedNoSpeechWasFound, tone: 'attention' };
  if (file.transcription_status === 'failed') return { text: reasonOfFailure(file, job), tone: 'failed' };
  return {
    text: file.transcription_status === 'completed' ? names.done : texts.uploaded,
    tone: 'done',
  };
}

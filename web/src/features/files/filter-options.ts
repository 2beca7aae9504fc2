import type { FileSort } from '../../data/files.ts';
import { texts } from './texts.ts';

export const kinds = () =>
  [
    { value: 'video', name: texts.video },
    { value: 'audio', name: texts.audio },
    { value: 'pdf', name: texts.pdf },
    { value: 'document', name: texts.document },
    { value: 'image', name: texts.picture },
    { value: 'other', name: texts.other },
  ] as const;

export const statuses = () =>
  [
    { value: 'ready', name: texts.ready },
    { value: 'uploading', name: texts.uploading },
    { value: 'processing', name: texts.processing },
    { value: 'failed', name: texts.failed },
  ] as const;

export const transcriptions = () =>
  [
    { value: 'completed', name: texts.transcribed },
    { value: 'none', name: texts.notTranscribed },
    { value: 'requested,queued,running', name: texts.beingTranscribed },
    { value: 'failed', name: texts.transcriptionFailed },
  ] as const;

export const sorts = (): readonly { value: FileSort; name: string }[] => [
  { value: '-created_at', name: texts.newestFirst },
  { value: 'created_at', name: texts.oldestFirst },
  { value: 'name', name: texts.nameAToZ },
  { value: '-name', name: texts.nameZToA },
  { value: '-updated_at', name: texts.recentlyChanged },
];

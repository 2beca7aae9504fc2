import type { Fault, FileRow } from '../store.ts';

const endings = {
  video: /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g|wmv|flv|3gp|ogv|m?ts)$/i,
  audio: /\.(?:mp3|m4a|wav|flac|aac|ogg|oga|opus|aiff?|amr|wma)$/i,
};

/** What the sender says that the file is. The bytes decide about its kind; this only words the error. */
function claimedMedia({ name, content_type }: Pick<FileRow, 'name' | 'content_type'>) {
  if (content_type.startsWith('video/') || endings.video.test(name)) return 'video';
  if (content_type.startsWith('audio/') || endings.audio.test(name)) return 'audio file';
  return undefined;
}

/** Why a file of this kind cannot be transcribed as requested; undefined if it can. `file` is as before the inspection. */
export function findTranscriptionRefusal(file: FileRow, kind: FileRow['kind']): Fault | undefined {
  if (kind !== 'other' && kind !== 'image') return undefined;
  const claimed = kind === 'other' ? claimedMedia(file) : undefined;
  if (claimed)
    return {
      code: 'not_media',
      message: `This is not a playable ${claimed}. The file may be damaged.`,
    };
  return { code: 'unsupported', message: 'This kind of file cannot be transcribed.' };
}

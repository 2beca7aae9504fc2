export type MediaFault =
  | 'no_ffmpeg'
  | 'not_media'
  | 'truncated'
  | 'unsupported'
  | 'too_large'
  | 'timed_out'
  | 'cancelled'
  | 'failed';

/** The message is a plain sentence that the API shows as the `error` of a file or a clip. */
export class MediaError extends Error {
  readonly fault: MediaFault;

  constructor(fault: MediaFault, message: string) {
    super(message);
    this.name = 'MediaError';
    this.fault = fault;
  }
}

const messages: Record<MediaFault, string> = {
  no_ffmpeg:
    'ffmpeg was not found on the server: run npm install again, or set FFMPEG_PATH to an ffmpeg program.',
  not_media: 'The file is not a video or audio file that can be read.',
  truncated: 'The file is incomplete: it is damaged, or its recording or upload was interrupted.',
  unsupported: 'The file has a format that is not supported.',
  too_large: 'The file needs more memory or space than the server allows.',
  timed_out: 'Processing the file took longer than the server allows.',
  cancelled: 'Processing the file was cancelled.',
  failed: 'The file could not be processed.',
};

export const mediaError = (fault: MediaFault, message = messages[fault]) => new MediaError(fault, message);

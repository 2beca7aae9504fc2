/**
 * The demuxers of ffmpeg that may open a file, by its detected type. All others are disabled, above all those for
 * playlists and file lists (hls, dash, concat, sdp, image2), with which a file could refer to other files.
 */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'audio/mp4': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'audio/matroska': 'matroska',
  'video/vnd.avi': 'avi',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpeg,mpegvideo',
  'video/x-flv': 'flv',
  'video/x-ms-asf': 'asf',
  'audio/x-ms-asf': 'asf',
  'video/ogg': 'ogg',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
};

export const demuxersFor = (contentType: string): string | undefined => demuxers[contentType];

/**
 * Which demuxers of ffmpeg may open a file, by the type that its bytes show. Everything else is shut: above all
 * playlists and lists of files (hls, dash, concat, sdp, image2), by which a file could name other files.
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

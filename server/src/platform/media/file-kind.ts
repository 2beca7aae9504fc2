/** Contract §4, `kind`. */
export type FileKind = 'video' | 'audio' | 'pdf' | 'document' | 'image' | 'other';

/** Limits for one document, far above those of real research documents. A document beyond a limit is refused. */
export interface DocumentLimits {
  timeoutMs: number;
  memoryBytes: number;
  maxFileBytes: number;
  maxPages: number;
  maxCharacters: number;
  /** The unpacked size of all entries of a docx. */
  maxUnpackedBytes: number;
}

const mebibyte = 1024 * 1024;

export const defaultDocumentLimits: DocumentLimits = {
  timeoutMs: 5 * 60 * 1000,
  memoryBytes: 1024 * mebibyte,
  maxFileBytes: 200 * mebibyte,
  maxPages: 5_000,
  maxCharacters: 20_000_000,
  maxUnpackedBytes: 200 * mebibyte,
};

/** What one document may cost. A document of a researcher stays far below; what goes beyond is refused by name. */
export interface DocumentLimits {
  timeoutMs: number;
  memoryBytes: number;
  maxFileBytes: number;
  maxPages: number;
  maxCharacters: number;
  /** Of all entries of a docx together, unpacked. */
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

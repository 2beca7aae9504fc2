/**
 * Decodes UTF-16 with a byte order mark, UTF-8, and otherwise Windows-1252, the most common older encoding. Returns
 * undefined if the bytes are not text in any of them.
 */
export function decodeText(bytes: Buffer, { partial = false } = {}): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes, partial);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be', bytes, partial);
  const utf8 = decode('utf-8', bytes, partial);
  if (utf8 !== undefined) return utf8;
  return bytes.includes(0) ? undefined : decode('windows-1252', bytes, partial);
}

function decode(encoding: string, bytes: Buffer, partial: boolean): string | undefined {
  try {
    // `stream` accepts an incomplete character at the end of partial input. The byte order mark is removed.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: partial });
  } catch {
    return undefined;
  }
}

/**
 * UTF-8, UTF-16 by its mark, else Windows Latin-1, in which every text of the last forty years reads at least
 * mostly right. Undefined for bytes that are no text in any of them.
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
    // `stream` forgives a character cut in two by the end of the first bytes; the mark itself is removed.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: partial });
  } catch {
    return undefined;
  }
}

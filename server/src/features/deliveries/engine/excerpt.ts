const excerptBytes = 4096; // spec §8.12

/**
 * The beginning of a response as text that is safe for PostgreSQL and terminals. A character that was cut in half is
 * omitted; control characters and bytes that are not UTF-8 become U+FFFD.
 */
export function excerpt(body: Buffer): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(body.subarray(0, excerptBytes), { stream: body.length > excerptBytes });
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
}

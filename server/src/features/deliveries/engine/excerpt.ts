const excerptBytes = 4096; // spec §8.12

/**
 * The beginning of an answer as text that PostgreSQL and a terminal can take: a character that the cut broke is left out,
 * and bytes that are no UTF-8 and control characters become U+FFFD.
 */
export function excerpt(body: Buffer): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(body.subarray(0, excerptBytes), { stream: body.length > excerptBytes });
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
}

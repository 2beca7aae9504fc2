/** The token of an `Authorization: Bearer` header; undefined for another scheme or a malformed header. */
export function bearerToken(header: string | undefined): string | undefined {
  const [, token] = header?.match(/^Bearer +([^\s]+) *$/i) ?? [];
  return token;
}

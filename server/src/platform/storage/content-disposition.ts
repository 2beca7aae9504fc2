/**
 * RFC 6266, with the RFC 8187 encoding for names outside ASCII. Control characters, quotes and slashes of a
 * user-supplied name are replaced or encoded.
 */
export function contentDisposition(disposition: 'inline' | 'attachment', filename: string): string {
  const name =
    filename
      .toWellFormed()
      .replace(/[\p{Cc}/\\]/gu, '_')
      .slice(0, 200)
      .toWellFormed() || 'file';
  const ascii = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

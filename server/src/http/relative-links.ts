/**
 * A page may have been opened with another host name than PUBLIC_URL (localhost, 127.0.0.1, the name in a company's network).
 * Its policy allows media and uploads from its own host only, so the links to bytes name no host.
 */
export function createRelativeLinks(publicUrl: string): (body: string) => string {
  const { origin } = new URL(publicUrl);
  const links = ['blobs', 'uploads'].map((path) => [`":"${origin}/${path}/`, `":"/${path}/`] as const);
  return (body) =>
    body.includes(origin) ? links.reduce((text, [from, to]) => text.replaceAll(from, to), body) : body;
}

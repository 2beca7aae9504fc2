import { checkPrefix } from './keys.ts';

export interface S3Config {
  kind: 's3';
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string;
  endpoint?: string;
  pathStyle: boolean;
  /** If absent, the default chain of AWS applies (AWS_* variables, profile, role). */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

/**
 * `s3://[key:secret@]bucket[/prefix]?endpoint=…&region=…`; also `path_style`,
 * `access_key_id`, `secret_access_key`. With a custom endpoint, path style is the default, because few stores other than
 * AWS have a host name per bucket.
 */
export function parseS3Url(text: string): S3Config {
  const url = parseUrl(text);
  const query = url.searchParams;
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error('STORAGE_URL has no valid bucket name.');
  const path = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  const accessKeyId = query.get('access_key_id') ?? decodeURIComponent(url.username);
  const secretAccessKey = query.get('secret_access_key') ?? decodeURIComponent(url.password);
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    throw new Error(
      'STORAGE_URL contains only one of the two credentials: give both, or set both in AWS_* variables.',
    );
  }
  const endpoint = webAddress(query, 'endpoint');
  // Accepted and checked for older configurations; browsers read through this server.
  webAddress(query, 'public_endpoint');
  return {
    kind: 's3',
    bucket,
    prefix: path === '' ? '' : readPrefix(`${path}/`),
    region: query.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    endpoint,
    pathStyle: query.has('path_style') ? query.get('path_style') !== 'false' : endpoint !== undefined,
    credentials: accessKeyId
      ? { accessKeyId, secretAccessKey, sessionToken: query.get('session_token') ?? undefined }
      : undefined,
  };
}

function readPrefix(prefix: string): string {
  try {
    return checkPrefix(prefix);
  } catch {
    throw new Error('STORAGE_URL: the path after the bucket is not a valid key prefix.');
  }
}

function parseUrl(text: string): URL {
  // The URL may contain a secret, so no message repeats it.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:') throw new Error('STORAGE_URL is not an s3:// URL.');
  return url;
}

function webAddress(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new Error(`STORAGE_URL: ${name} must be an http:// or https:// address.`);
  }
  return value;
}

import autocannon from 'autocannon';

export interface Target {
  url: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
  /** Returns additional headers for each request. */
  eachHeaders?: () => Record<string, string>;
  /** Returns the path and the body of each request. */
  eachRequest?: () => { path: string; body: string };
}

export interface Slice {
  perSecond: number;
  latenciesMs: number[];
}

export const connections = 32;

/** Sends the same request on all connections, for a time or until a number of responses. */
export async function load(
  target: Target,
  length: { seconds: number } | { requests: number },
): Promise<Slice> {
  const { url, method = 'GET', headers, body, eachHeaders, eachRequest } = target;
  const latenciesMs: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        method,
        headers,
        body,
        connections,
        ...('seconds' in length
          ? { duration: length.seconds }
          : { amount: length.requests, duration: 3_600 }),
        ...((eachHeaders ?? eachRequest) && {
          requests: [
            {
              method,
              headers,
              body,
              setupRequest: (request: autocannon.Request) => ({
                ...request,
                ...eachRequest?.(),
                headers: { ...headers, ...eachHeaders?.() },
              }),
            },
          ],
        }),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    run.on('response', (_client, _status, _bytes, ms) => latenciesMs.push(ms));
  });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${method} ${url}: ${result.errors} errors, ${result.non2xx} responses that are not 2xx`);
  }
  return { perSecond: latenciesMs.length / result.duration, latenciesMs };
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

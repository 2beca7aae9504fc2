import { type HttpServerProcess, residentBytes } from '@parley/testing';
import { load } from './load.ts';

export interface MemoryGrowth {
  requests: [number, number];
  bytes: [number, number];
}

/** Compares the memory after many requests of every kind with the memory after a tenth of them. */
export async function measureMemory(
  parley: HttpServerProcess,
  authorization: Record<string, string>,
  projectId: string,
  requests: number,
): Promise<MemoryGrowth> {
  const json = { ...authorization, 'content-type': 'application/json' };
  const kinds = [
    { share: 0.4, target: { url: `${parley.url}/v1/projects/${projectId}`, headers: authorization } },
    { share: 0.2, target: { url: `${parley.url}/v1/projects?limit=25`, headers: authorization } },
    { share: 0.2, target: { url: `${parley.url}/v1/me`, headers: authorization } },
    {
      share: 0.2,
      target: {
        url: `${parley.url}/v1/projects`,
        method: 'POST' as const,
        headers: json,
        body: '{"name":"Memory"}',
      },
    },
  ];
  const tenth = async () => {
    for (const { share, target } of kinds) await load(target, { requests: requests * share });
  };
  await tenth();
  const early = residentBytes(parley.pid);
  for (let i = 1; i < 10; i++) await tenth();
  return { requests: [requests, requests * 10], bytes: [early, residentBytes(parley.pid)] };
}

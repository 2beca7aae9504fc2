import { participantBodyBytesMax } from '../foundation/limits.ts';
import type { Participant, Researcher } from '../foundation/principal.ts';
import { admitParticipant, admitResearcher } from '../http/gates/admission.ts';
import {
  apiKeyWindow,
  browserWindow,
  createRateLimitGate,
  participantWindow,
} from '../http/gates/rate-limit.ts';
import type { ApiMount } from '../http/mounted-api.ts';
import { createRelativeLinks } from '../http/relative-links.ts';
import type { Route } from '../http/route.ts';
import type { Dependencies } from './dependencies.ts';
import type { createFeatures } from './features.ts';

interface Mounts {
  api: ApiMount<Researcher>;
  browser: ApiMount<Researcher>;
  participants: ApiMount<Participant>;
}

/** The three mounts of the API (ADR 8): each has its own credential, rate window and admission gate. */
export function createMounts(
  { limiter, config }: Dependencies,
  { apiKey, signIn, participantToken }: ReturnType<typeof createFeatures>['authenticators'],
  routes: Route[],
  participantRoutes: Route<Participant>[],
): Mounts {
  return {
    api: {
      prefix: '/v1',
      authenticate: apiKey,
      rateLimit: createRateLimitGate(limiter, apiKeyWindow(config.rateLimitSelfHosted)),
      admit: admitResearcher,
      routes: routes.filter((route) => !route.appOnly),
      cacheable: true,
    },
    browser: {
      prefix: '/app/v1',
      authenticate: signIn,
      rateLimit: createRateLimitGate(limiter, browserWindow(config.rateLimitSelfHosted)),
      admit: admitResearcher,
      routes,
      relativeLinks: createRelativeLinks(config.publicUrl),
    },
    participants: {
      prefix: '/p/v1',
      authenticate: participantToken,
      rateLimit: createRateLimitGate(limiter, participantWindow),
      admit: admitParticipant,
      routes: participantRoutes,
      bodyBytesMax: participantBodyBytesMax,
    },
  };
}

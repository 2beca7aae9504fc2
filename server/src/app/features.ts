import { createEmit } from '../events/index.ts';
import { createAutoTags } from '../features/ai/auto-tags/index.ts';
import { createChats, redactChats } from '../features/ai/chats/index.ts';
import { createReports, extractiveModel, redactReports } from '../features/ai/reports/index.ts';
import { createSentiment } from '../features/ai/sentiment/index.ts';
import { createBoard, defaultLanes, unassignCards } from '../features/coding/board/index.ts';
import { createMaterial } from '../features/coding/material/index.ts';
import { createNotes } from '../features/coding/notes/index.ts';
import { createTags } from '../features/coding/tags/index.ts';
import { createAutomations, endHooksOf } from '../features/deliveries/automations/index.ts';
import { createDeliveryEngine, createWakeUp, removeExcerpts } from '../features/deliveries/engine/index.ts';
import { createEventLog } from '../features/deliveries/event-log/index.ts';
import { createLive } from '../features/deliveries/live/index.ts';
import { createWebhooks, endWebhooksOf } from '../features/deliveries/webhooks/index.ts';
import { createCalls } from '../features/engage/calls/index.ts';
import { createErasure } from '../features/engage/erasure/index.ts';
import { createInterviews, endInterviewOf, findFollowUp } from '../features/engage/interviews/index.ts';
import { createInvitations } from '../features/engage/invitations/index.ts';
import { createParticipants } from '../features/engage/participants/index.ts';
import { createReminders } from '../features/engage/reminders/index.ts';
import {
  type CancelSessions,
  createResponses,
  saveResponseSentiment,
} from '../features/engage/responses/index.ts';
import {
  cancelSessionsOf,
  createSessions,
  endSessionsOf,
  sessionRecords,
} from '../features/engage/sessions/index.ts';
import { createSimulation } from '../features/engage/simulation/index.ts';
import { createTests } from '../features/engage/tests/index.ts';
import { responseRecords } from '../features/evidence/index.ts';
import type { Feature } from '../features/feature.ts';
import { createAccounts } from '../features/identity/accounts/index.ts';
import { createApiKeys, touchKeys } from '../features/identity/api-keys/index.ts';
import { createMemberInvitations } from '../features/identity/member-invitations/index.ts';
import { createSignIn } from '../features/identity/sign-in/index.ts';
import { createUsage } from '../features/identity/usage/index.ts';
import { createJobQueue, createJobs, endJobsOfProject } from '../features/jobs/index.ts';
import { createProjects, handOverProjects } from '../features/projects/index.ts';
import { createSample } from '../features/sample/index.ts';
import { createClips } from '../features/sources/clips/index.ts';
import { createEmbeddings } from '../features/sources/embeddings/index.ts';
import { createFiles, markTranscribed, markUntranscribed } from '../features/sources/files/index.ts';
import { createReels } from '../features/sources/reels/index.ts';
import { createSearch } from '../features/sources/search/index.ts';
import { createTranscription, startTranscription } from '../features/sources/transcription/index.ts';
import { createTranscripts } from '../features/sources/transcripts/index.ts';
import type { Dependencies } from './dependencies.ts';

/** Every feature of Parley. A new feature is a folder in `features`, and one line here. */
export function createFeatures(deps: Dependencies) {
  const { config, db, log, transcriber, generator } = deps;

  // Features that others need. Events are copied for webhooks and automations in the transaction that writes them.
  const wakeUp = createWakeUp(db, log);
  const webhooks = createWebhooks({
    ...deps,
    wake: wakeUp.hint,
    disableAfterSeconds: config.webhookDisableAfterSeconds,
  });
  const automations = createAutomations(deps);
  const eventLog = createEventLog(deps);
  const emit = createEmit([webhooks.fanOut, automations.fanOut], wakeUp.hint, eventLog.committed);
  const jobs = createJobQueue(deps);
  const apiKeys = createApiKeys(deps);
  const signIn = createSignIn(deps);
  const participants = createParticipants(deps);
  const sessionDeps = { ...deps, emit, participantLinks: participants.links, mailFrom: config.mailFrom };
  const cancelSessions: CancelSessions = (tx, scope, now) => cancelSessionsOf(sessionDeps, tx, scope, now);
  const files = createFiles({
    ...deps,
    jobs,
    startTranscription: (tx, file, options, now) => startTranscription(jobs, tx, file, options, now),
  });

  const features: Feature[] = [
    createAccounts({
      ai: {
        provider: generator?.name ?? 'embedded',
        model: generator?.model ?? extractiveModel,
        transcription_provider: transcriber.name,
        sends_data_outside: transcriber.sends_data_outside || (generator?.sends_data_outside ?? false),
        redaction: generator?.sends_data_outside ?? false,
      },
      mailer: deps.mailer,
      async handOver(tx, change) {
        await handOverProjects(tx, change);
        await unassignCards(tx, change);
        await endWebhooksOf(tx, change);
        await endHooksOf(tx, change);
      },
    }),
    apiKeys,
    signIn,
    createMemberInvitations(deps),
    createUsage({ ...deps, touchKeys, rateLimitSelfHosted: config.rateLimitSelfHosted }),
    createProjects({
      ...deps,
      emit,
      defaultLanes,
      endJobs: (tx, projectId, now) => endJobsOfProject(jobs, tx, projectId, now),
    }),
    files,
    createTranscripts({ onWritten: markTranscribed, onRemoved: markUntranscribed }),
    createTranscription({ ...deps, emit, jobs }),
    createClips(deps),
    createReels(deps),
    createEmbeddings(deps),
    createSearch(deps),
    createInterviews({ ...deps, emit, participantLinks: participants.links }),
    createNotes({ sessions: sessionRecords, responses: responseRecords }),
    createBoard(),
    createMaterial(deps),
    createReports({ ...deps, emit, jobs }),
    createChats({ ...deps, emit, jobs }),
    createSentiment({ ...deps, jobs, saveResponseSentiment }),
    createAutoTags({ ...deps, emit, jobs }),
    createSimulation({ ...deps, emit, jobs, links: participants.links }),
    createTests({ ...deps, emit, links: participants.links }),
    participants,
    createResponses({
      ...deps,
      emit,
      participantLinks: participants.links,
      recordings: files.recordings,
      eraseFile: files.eraseFile,
      endSessions: (tx, response, now) => endSessionsOf(sessionDeps, tx, response, now),
      findFollowUp,
      cancelSessions,
    }),
    createErasure({
      ...deps,
      eraseFile: files.eraseFile,
      cancelSessions,
      redactReports,
      redactChats,
      removeExcerpts,
    }),
    createSessions({
      ...sessionDeps,
      endInterview: (tx, session, now) => endInterviewOf(deps, tx, session, now),
    }),
    createCalls({
      ...deps,
      emit,
      participantLinks: participants.links,
      recordings: files.recordings,
      ice: config.ice,
    }),
    createInvitations({ ...deps, links: participants.links }),
    createReminders({ ...deps, links: participants.links }),
    createSample(deps),
    eventLog,
    createLive(deps),
    webhooks,
    automations,
    createDeliveryEngine({
      ...deps,
      wakeUp,
      channels: [webhooks.channel, automations.channel],
      settings: {
        retryDelaysSeconds: config.webhookRetryDelaysSeconds,
        timeoutMs: config.webhookTimeoutMs,
        jitter: config.webhookJitter,
        pollMs: config.webhookPollMs,
      },
    }),
  ];
  // Tags and jobs come last because they use what the other features registered.
  features.push(
    createTags({ emit, taggableTypes: features.flatMap((feature) => feature.taggableTypes ?? []) }),
    createJobs({
      ...deps,
      queue: jobs,
      kinds: Object.assign({}, ...features.map((feature) => feature.jobKinds)),
    }),
  );
  return {
    features,
    hasSignIn: signIn.hasSignIn,
    authenticators: {
      apiKey: apiKeys.authenticate,
      signIn: signIn.authenticate,
      participantToken: participants.authenticate,
    },
  };
}

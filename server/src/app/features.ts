import { createEmit } from '../events/index.ts';
import { createAutoTags } from '../features/ai/auto-tags/index.ts';
import { createBoardGroups } from '../features/ai/board-groups/index.ts';
import { createChats } from '../features/ai/chats/index.ts';
import { createReports } from '../features/ai/reports/index.ts';
import { createSentiment } from '../features/ai/sentiment/index.ts';
import { createBoard } from '../features/coding/board/index.ts';
import { createMaterial } from '../features/coding/material/index.ts';
import { createNotes } from '../features/coding/notes/index.ts';
import { createTaggings } from '../features/coding/taggings/index.ts';
import { createAutomations } from '../features/deliveries/automations/index.ts';
import { createDeliveryEngine, createWakeUp } from '../features/deliveries/engine/index.ts';
import { createEventLog } from '../features/deliveries/event-log/index.ts';
import { createLive } from '../features/deliveries/live/index.ts';
import { createPresence } from '../features/deliveries/presence/index.ts';
import { createWebhooks } from '../features/deliveries/webhooks/index.ts';
import { createCalls } from '../features/engage/calls/index.ts';
import { createErasure } from '../features/engage/erasure/index.ts';
import { createInterviews } from '../features/engage/interviews/index.ts';
import { createInvitations } from '../features/engage/invitations/index.ts';
import { createParticipants } from '../features/engage/participants/index.ts';
import { createReminders } from '../features/engage/reminders/index.ts';
import { createResponses } from '../features/engage/responses/index.ts';
import { createSessions } from '../features/engage/sessions/index.ts';
import { createSimulation } from '../features/engage/simulation/index.ts';
import { createTests } from '../features/engage/tests/index.ts';
import type { Feature } from '../features/feature.ts';
import { createAccounts } from '../features/identity/accounts/index.ts';
import { createApiKeys, touchKeys } from '../features/identity/api-keys/index.ts';
import { createMemberInvitations } from '../features/identity/member-invitations/index.ts';
import { createSignIn } from '../features/identity/sign-in/index.ts';
import { createUsage } from '../features/identity/usage/index.ts';
import { createComments } from '../features/insights/comments/index.ts';
import { createHighlights } from '../features/insights/highlights/index.ts';
import { createInbox } from '../features/insights/inbox/index.ts';
import { createMatrix } from '../features/insights/matrix/index.ts';
import { createOverview } from '../features/insights/overview/index.ts';
import { createCoverage } from '../features/insights/passage-coverage/index.ts';
import { createJobQueue, createJobs } from '../features/jobs/index.ts';
import { accessOf, createProjects } from '../features/projects/index.ts';
import { createSample } from '../features/sample/index.ts';
import { createClips } from '../features/sources/clips/index.ts';
import { createEmbeddings } from '../features/sources/embeddings/index.ts';
import { createFiles } from '../features/sources/files/index.ts';
import { createReels } from '../features/sources/reels/index.ts';
import { createSearch } from '../features/sources/search/index.ts';
import { createTranscription } from '../features/sources/transcription/index.ts';
import { createTranscripts, createTranscriptThreads } from '../features/sources/transcripts/index.ts';
import { createTags } from '../features/tags/index.ts';
import type { Dependencies } from './dependencies.ts';
import { createRegistered } from './registered.ts';

/** Every feature of Parley. A new feature is a folder in `features`, and one line here. */
export function createFeatures(given: Dependencies) {
  const { config, db, log } = given;
  const { registered, hooks, complete } = createRegistered();
  const platform = { ...given, ...hooks, registered, mailFrom: config.mailFrom, ice: config.ice };

  // Features whose services others use. Events are copied for webhooks and automations in the transaction that writes them.
  const wakeUp = createWakeUp(db, log);
  const webhooks = createWebhooks({ ...platform, wake: wakeUp.hint });
  const automations = createAutomations(platform);
  const eventLog = createEventLog(platform);
  const apiKeys = createApiKeys(platform);
  const signIn = createSignIn(platform);
  const participants = createParticipants(platform);
  const jobs = createJobQueue(platform);
  const threads = createTranscriptThreads();
  const files = createFiles({ ...platform, jobs, threads });
  const deps = {
    ...platform,
    emit: createEmit([webhooks.fanOut, automations.fanOut], accessOf, wakeUp.hint, eventLog.committed),
    jobs,
    threads,
    participantLinks: participants.links,
    recordings: files.recordings,
    eraseFile: files.eraseFile,
    redactOriginals: files.redactOriginals,
    touchKeys,
    wakeUp,
    channels: [webhooks.channel, automations.channel],
  };

  const features: Feature[] = [
    createAccounts(deps),
    apiKeys,
    signIn,
    createMemberInvitations(deps),
    createUsage(deps),
    createProjects(deps),
    createTags(deps),
    files,
    createTranscripts(deps),
    createTranscription(deps),
    createClips(deps),
    createReels(deps),
    createEmbeddings(deps),
    createSearch(deps),
    createInterviews(deps),
    createTaggings(deps),
    createNotes(deps),
    createBoard(),
    createMaterial(deps),
    createReports(deps),
    createChats(deps),
    createSentiment(deps),
    createAutoTags(deps),
    createBoardGroups(deps),
    createMatrix(),
    createHighlights(),
    createCoverage(),
    createOverview(),
    createComments(deps),
    createInbox(deps),
    createSimulation(deps),
    createTests(deps),
    participants,
    createResponses(deps),
    createErasure(deps),
    createSessions(deps),
    createCalls(deps),
    createInvitations(deps),
    createReminders(deps),
    createSample(deps),
    eventLog,
    createLive(deps),
    createPresence(deps),
    webhooks,
    automations,
    createDeliveryEngine(deps),
  ];
  // Jobs come last because they use the kinds of jobs that the other features registered.
  const kinds = Object.assign({}, ...features.map((feature) => feature.jobKinds));
  features.push(createJobs({ ...deps, queue: jobs, kinds }));
  complete(features);
  return {
    features,
    registered,
    hasSignIn: signIn.hasSignIn,
    authenticators: {
      apiKey: apiKeys.authenticate,
      signIn: signIn.authenticate,
      participantToken: participants.authenticate,
    },
  };
}

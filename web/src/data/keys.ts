/**
 * The keys of all queries. The first two parts say what a query shows and where; further parts are its filters. Live
 * updates and mutations refetch by the first parts (live.ts), so every query uses one of these keys.
 */
export const keys = {
  me: ['me'] as const,
  workspace: ['workspace'] as const,
  members: ['members'] as const,
  invitations: ['invitations'] as const,
  apiKeys: ['api-keys'] as const,
  usage: ['usage'] as const,
  signIns: ['sign-ins'] as const,
  projects: <View extends unknown[]>(...view: View) => ['projects', ...view] as const,
  project: (projectId: string) => ['project', projectId] as const,
  files: <View extends unknown[]>(projectId: string, ...view: View) => ['files', projectId, ...view] as const,
  file: (fileId: string) => ['file', fileId] as const,
  /** Peaks of the sound; they never change. */
  waveform: <View extends unknown[]>(fileId: string, ...view: View) => ['waveform', fileId, ...view] as const,
  /** The segments, speakers and the revision of a file. */
  transcript: <View extends unknown[]>(fileId: string, ...view: View) =>
    ['transcript', fileId, ...view] as const,
  revisions: <View extends unknown[]>(fileId: string, ...view: View) =>
    ['revisions', fileId, ...view] as const,
  /** The taggings, notes, clips, cards and suggestions of one file. */
  material: (fileId: string) => ['material', fileId] as const,
  tags: <View extends unknown[]>(projectId: string, ...view: View) => ['tags', projectId, ...view] as const,
  taggings: <View extends unknown[]>(projectId: string, ...view: View) =>
    ['taggings', projectId, ...view] as const,
  suggestions: <View extends unknown[]>(projectId: string, ...view: View) =>
    ['suggestions', projectId, ...view] as const,
  notes: <View extends unknown[]>(projectId: string, ...view: View) => ['notes', projectId, ...view] as const,
  /** The lanes of a project with their cards. */
  board: (projectId: string) => ['board', projectId] as const,
  boardGroups: (projectId: string) => ['board-groups', projectId] as const,
  lanes: (projectId: string) => ['lanes', projectId] as const,
  card: (cardId: string) => ['card', cardId] as const,
  clips: <View extends unknown[]>(projectId: string, ...view: View) => ['clips', projectId, ...view] as const,
  clip: (clipId: string) => ['clip', clipId] as const,
  reels: <View extends unknown[]>(projectId: string, ...view: View) => ['reels', projectId, ...view] as const,
  reel: (reelId: string) => ['reel', reelId] as const,
  reports: <View extends unknown[]>(projectId: string, ...view: View) =>
    ['reports', projectId, ...view] as const,
  report: (reportId: string) => ['report', reportId] as const,
  comments: <View extends unknown[]>(projectId: string, ...view: View) =>
    ['comments', projectId, ...view] as const,
  presence: <View extends unknown[]>(projectId: string, ...view: View) =>
    ['presence', projectId, ...view] as const,
  /** The threads of questions of a project, one thread, and its messages. */
  chats: (projectId: string) => ['chats', projectId] as const,
  chat: (chatId: string) => ['chat', chatId] as const,
  messages: (chatId: string) => ['messages', chatId] as const,
  materialPeople: (projectId: string) => ['material-people', projectId] as const,
  tests: <View extends unknown[]>(projectId: string, ...view: View) => ['tests', projectId, ...view] as const,
  /** What concerns the person. */
  inbox: <View extends unknown[]>(...view: View) => ['inbox', ...view] as const,
  /** What is known in a project so far. */
  overview: (projectId: string) => ['overview', projectId] as const,
  /** Counts over highlights and passages: the matrix, its moments and the coverage. */
  insights: <View extends unknown[]>(projectId: string, ...view: View) =>
    ['insights', projectId, ...view] as const,
  /** Whether the transcripts still have what a report quotes. */
  quotations: (reportId: string) => ['quotations', reportId] as const,
  jobs: <View extends unknown[]>(...view: View) => ['jobs', ...view] as const,
  job: (jobId: string) => ['job', jobId] as const,
  /** The log of what happened. */
  events: <View extends unknown[]>(...view: View) => ['events', ...view] as const,
  search: <View extends unknown[]>(...view: View) => ['search', ...view] as const,
};

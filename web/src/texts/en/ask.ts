import { formatCount } from '../numbers.ts';

const passages = (count: number) => formatCount(count, 'passage');
const people = (count: number) => formatCount(count, 'person', 'people');

export const ask = {
  title: 'Ask',
  titleWithoutModel: 'Find passages',
  withoutModel: 'Without a language model, Parley finds passages and writes no answers.',
  howToConnect: 'How to connect one',
  newChat: 'New question',
  history: 'Earlier questions',
  closeHistory: 'Close earlier questions',
  noHistory: 'Questions of the team appear here.',
  moreHistory: 'Show more',
  today: 'Today',
  yesterday: 'Yesterday',
  lastWeek: 'Last seven days',
  earlier: 'Earlier',
  questions: (count: number) => formatCount(count, 'question'),
  savedForTeam: (count: number) => `${formatCount(count, 'question')}, saved for the team`,
  copyLink: 'Copy the link',
  linkCopied: 'Link copied',
  more: 'Actions for these questions',
  deleteChat: 'Delete these questions',
  chatDeleted: (title: string) => `“${title}” deleted`,
  chatRestored: (title: string) => `“${title}” is back`,
  chatNotDeleted: (reason: string) => `The questions were not deleted. ${reason}`,
  gone: 'These questions were deleted',
  goneLead: 'Somebody deleted them, or the address is wrong.',
  loading: 'Loading the answers',
  olderMessages: 'Show earlier questions',
  conversation: 'Questions and answers',
  /** The input. */
  placeholder: 'Ask about this project, or type @ to name a file, tag or person',
  placeholderFollowUp: 'Ask a follow-up, or type @ to name a file, tag or person',
  /** In the panel, which has little room. */
  placeholderShort: 'Ask, or type @ to name a source',
  placeholderFollowUpShort: 'Ask a follow-up',
  question: 'Your question',
  ask: 'Ask',
  find: 'Find',
  stop: 'Stop',
  tooLong: (max: number) => `A question has at most ${max.toLocaleString('en')} characters.`,
  mentions: 'Files, tags, people and studies',
  noMention: (typed: string) => `Nothing is called “${typed}”.`,
  /** The scope. */
  scope: 'What to search',
  all: { files: 'All files', tags: 'Any tag', people: 'Everyone', tests: 'All studies' },
  thisFile: 'This file',
  inThisFile: 'this file',
  chosen: {
    files: (count: number) => formatCount(count, 'file'),
    tags: (count: number) => formatCount(count, 'tag'),
    people,
    tests: (count: number) => formatCount(count, 'study', 'studies'),
  },
  kinds: { files: 'File', tags: 'Tag', people: 'Person', tests: 'Study' },
  searchIn: { files: 'Search files', tags: 'Search tags', people: 'Search people', tests: 'Search studies' },
  remove: (name: string) => `Remove ${name}`,
  nothingToChoose: 'There is nothing to choose from yet.',
  nothingMatches: (typed: string) => `Nothing matches “${typed}”.`,
  unknown: 'Deleted',
  limitedTo: (names: string) => `Only ${names}`,
  /** An answer. */
  passages,
  people,
  counts: (passageCount: number, peopleCount: number) =>
    peopleCount > 0 ? `${passages(passageCount)}, ${people(peopleCount)}` : passages(passageCount),
  countsSoFar: (passageCount: number) => `${passages(passageCount)} so far`,
  say: (passageCount: number, peopleCount: number) =>
    peopleCount > 0 ? `${passages(passageCount)} by ${people(peopleCount)}` : passages(passageCount),
  sayAfter: (passageCount: number, disagreeing: number) =>
    disagreeing === 0
      ? passageCount === 1
        ? 'says so.'
        : 'say so.'
      : `${passageCount === 1 ? 'says' : 'say'} so; ${disagreeing === 1 ? 'one person disagrees' : `${disagreeing} people disagree`}.`,
  soFar: (passageCount: number, peopleCount: number) =>
    peopleCount > 0
      ? `${passages(passageCount)} by ${people(peopleCount)} so far.`
      : `${passages(passageCount)} so far.`,
  below: (passageCount: number, peopleCount: number) =>
    peopleCount > 0
      ? `Below ${passageCount === 1 ? 'is' : 'are'} ${passages(passageCount)} by ${people(peopleCount)}.`
      : `Below: ${passages(passageCount)}.`,
  disagrees: 'Disagrees',
  related: 'Related passages',
  closest: 'The closest passages:',
  notInMaterial: 'The material does not answer this.',
  show: 'Show passages',
  hide: 'Hide passages',
  findings: 'Passages',
  checking: 'Checking a passage',
  searching: 'Searching the material',
  found: (count: number, files: number, checked: number) =>
    `${passages(count)} found in ${formatCount(files, 'file')}, ${checked} checked against their recording`,
  reconnecting: 'The connection was lost. Connecting again…',
  stopped: 'Stopped. This is what had arrived.',
  noAnswerStored: 'This question was stopped before an answer arrived.',
  failed: (reason: string) => `No answer: ${reason}`,
  failedWithoutReason: 'something went wrong.',
  askAgain: 'Ask again',
  survey: (count: number, of: number, option: string) => ({
    before: 'In the survey, ',
    bold: `${count} of ${of}`,
    after: ` answered “${option}”`,
  }),
  surveyQuestion: (question: string) => `Question: ${question}`,
  mean: (value: string) => `Mean ${value}`,
  percent: (value: number) => `${value} %`,
  openPassage: (time: string) => (time ? `${time}, open the file` : 'Open the file'),
  written: 'Written answer',
  /** What one does with an answer. */
  saveAsNote: 'Save as note',
  makeCard: 'Make a card',
  addToReport: 'Add to a report',
  /** In the panel. */
  shortActions: { note: 'Note', card: 'Card', report: 'Report' },
  newReport: 'New report',
  noReports: 'No reports yet',
  copy: 'Copy the answer',
  copied: 'Answer copied',
  noteSaved: 'Saved as a note',
  noteRemoved: 'Note removed',
  cardSaved: 'Card added to the board',
  cardRemoved: 'Card removed',
  noLane: 'The board has no lane for a card.',
  sectionAdded: (title: string) => `Section added to “${title}”`,
  sectionRemoved: (title: string) => `Section removed from “${title}”`,
  reportCreated: 'Report created',
  reportRemoved: 'Report removed',
  notSaved: (reason: string) => `Not saved. ${reason}`,
  reportChanged: 'The report was changed since.',
  followUps: ['Why?', 'And the others?'],
  /** The empty page. */
  emptyTitle: 'What do you want to know?',
  emptyTitleWithoutModel: 'What are you looking for?',
  emptyLead: 'Every statement comes with the moments that support it, and they play right here.',
  suggestion: (tag: string) => `What do people say about ${tag}?`,
  generalSuggestions: ['What are the main findings?', 'What do people criticize?', 'What do people like?'],
  noMaterial: 'There is nothing to search yet',
  noMaterialLead: 'Add a recording or a document. As soon as it has a transcript, you can ask about it.',
  addFiles: 'Add files',
  notInScope: 'There is nothing to read in what you chose. Choose other files or the whole project.',
  notAsked: (reason: string) => `The question was not sent. ${reason}`,
  viewersRead: 'You can read the answers of the team. To ask, you need to be a member of this workspace.',
  /** Keys. */
  group: 'Ask',
  keys: {
    next: 'Next passage',
    previous: 'Previous passage',
    play: 'Play or pause the passage',
    open: 'Open the file of the passage',
    stop: 'Stop the answer',
    focus: 'Write a question',
  },
  /** The panel. */
  openPage: 'Open as a page',
  closePanel: 'Close',
  backToAnswers: 'Back to the answers',
};

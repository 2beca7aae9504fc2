import type { Catalogue } from '../catalogue.ts';
import { account } from './account.ts';
import { activity } from './activity.ts';
import { apiKeys } from './api-keys.ts';
import { ask } from './ask.ts';
import { askPanel } from './ask-panel.ts';
import { board } from './board.ts';
import { calls } from './calls.ts';
import { clips } from './clips.ts';
import { comments } from './comments.ts';
import { errors } from './errors.ts';
import { fileFailures } from './file-failures.ts';
import { filePage } from './file-page.ts';
import { filePanel } from './file-panel.ts';
import { fileSummary } from './file-summary.ts';
import { files } from './files.ts';
import { format } from './format.ts';
import { highlights } from './highlights.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { insights } from './insights.ts';
import { languageChoice } from './language-choice.ts';
import { media } from './media.ts';
import { members } from './members.ts';
import { moments } from './moments.ts';
import { notes } from './notes.ts';
import { overview } from './overview.ts';
import { palette } from './palette.ts';
import { pickers } from './pickers.ts';
import { player } from './player.ts';
import { presence } from './presence.ts';
import { projectActions } from './project-actions.ts';
import { projects } from './projects.ts';
import { replaceWords } from './replace-words.ts';
import { reportEditor } from './report-editor.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { tags } from './tags.ts';
import { theme } from './theme.ts';
import { transcript } from './transcript.ts';
import { transcriptHistory } from './transcript-history.ts';
import { ui } from './ui.ts';
import { uploads } from './uploads.ts';
import { usage } from './usage.ts';
import { workspace } from './workspace.ts';

export const german: Catalogue = {
  account,
  activity,
  home,
  overview,
  apiKeys,
  ask,
  askPanel,
  board,
  calls,
  clips,
  comments,
  errors,
  fileFailures,
  files,
  format,
  highlights,
  insights,
  languageChoice,
  inbox,
  media,
  members,
  moments,
  notes,
  palette,
  pickers,
  player,
  presence,
  projectActions,
  projects,
  reportEditor,
  reports,
  search,
  settings,
  sharing,
  shell,
  signIn,
  tags,
  theme,
  ui,
  uploads,
  transcript,
  transcriptHistory,
  filePage,
  filePanel,
  replaceWords,
  fileSummary,
  usage,
  workspace,
};

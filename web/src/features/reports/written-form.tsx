import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../../data/projects.ts';
import { type ReportRequest, useRequestReport } from '../../data/report-jobs.ts';
import { transcribedFilesQuery } from '../../data/report-scope.ts';
import { tagsQuery } from '../../data/tags.ts';
import { workspaceQuery } from '../../data/workspace.ts';
import { failureReason } from '../../lib/errors.ts';
import { languageNames } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice, TextArea } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { rememberRequest } from './remembered-requests.ts';
import { ScopePicker } from './scope-picker.tsx';
import { texts } from './texts.ts';

const promptMax = 10_000;
const sections = ['summary', 'usability', 'interview', 'survey'] as const;

interface WrittenFormProps {
  projectId: string;
  draft: ReportRequest;
  onDraft(draft: ReportRequest): void;
  onRequested(): void;
  onClose(): void;
}

/** Asks for the question and for what is read to answer it. A failed request leaves everything as it was typed. */
export function WrittenForm({ projectId, draft, onDraft, onRequested, onClose }: WrittenFormProps) {
  const request = useRequestReport(projectId);
  const files = useQuery(transcribedFilesQuery(projectId));
  const tags = useQuery(tagsQuery(projectId));
  const project = useQuery(projectQuery(projectId));
  const change = (part: Partial<ReportRequest>) => onDraft({ ...draft, ...part });
  // With chosen files, the API reads no responses.
  const offersResponses = (project.data?.response_count ?? 0) > 0 && !draft.file_ids?.length;
  return (
    <form
      className="min-w-0 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        const body = requestOf(draft);
        request.mutate(body, {
          onSuccess: (job) => {
            rememberRequest(job.id, projectId, body);
            onRequested();
          },
        });
      }}
    >
      <TextArea
        label={texts.create.question}
        hint={texts.create.questionHint}
        placeholder={texts.create.questionExample}
        dir="auto"
        required
        rows={3}
        maxLength={promptMax}
        value={draft.prompt}
        onChange={(event) => change({ prompt: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <ScopePicker
          label={texts.create.files}
          all={texts.create.allFiles}
          choose={texts.create.chooseFiles}
          chosen={texts.create.filesChosen}
          options={files.data ?? []}
          selected={draft.file_ids ?? []}
          onChange={(file_ids) => change({ file_ids })}
        />
        <ScopePicker
          label={texts.create.tags}
          all={texts.create.allPassages}
          choose={texts.create.chooseTags}
          chosen={texts.create.tagsChosen}
          options={tags.data ?? []}
          selected={draft.tag_ids ?? []}
          onChange={(tag_ids) => change({ tag_ids })}
        />
        <SelectField
          label={texts.create.sections}
          value={draft.template}
          onChange={(template) => change({ template })}
          options={sections.map((section) => ({
            value: section,
            name: texts.create.sectionNames[section],
          }))}
        />
        <SelectField
          label={texts.create.language}
          hint={texts.create.languageHint}
          value={draft.language ?? ''}
          onChange={(language) => change({ language })}
          options={[
            { value: '', name: texts.create.sameLanguage },
            ...languageNames(draft.language || null).map(({ code, name }) => ({ value: code, name })),
          ]}
        />
      </div>
      {offersResponses && (
        <Choice
          type="checkbox"
          title={texts.create.responses}
          description={texts.create.responsesHint}
          checked={draft.response_ids === undefined}
          onChange={(event) => {
            const { response_ids: _, ...rest } = draft;
            onDraft(event.target.checked ? rest : { ...rest, response_ids: [] });
          }}
        />
      )}
      <WrittenBy />
      {request.isError && <ErrorNotice error={request.error} title={failureReason(request.error)} />}
      <DialogActions>
        <Button onClick={onClose}>{texts.create.cancel}</Button>
        <Button type="submit" variant="primary" busy={request.isPending}>
          {texts.create.write}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Choices that were not made are left out: empty lists of files or tags are refused or read nothing. */
function requestOf({
  prompt,
  template,
  file_ids,
  tag_ids,
  response_ids,
  language,
}: ReportRequest): ReportRequest {
  return {
    prompt: prompt.trim(),
    template,
    ...(file_ids?.length ? { file_ids } : {}),
    ...(tag_ids?.length ? { tag_ids } : {}),
    ...(response_ids && !file_ids?.length ? { response_ids } : {}),
    ...(language ? { language } : {}),
  };
}

function WrittenBy() {
  const { data } = useQuery(workspaceQuery);
  if (!data) return null;
  const { model, sends_data_outside } = data.ai;
  return (
    <p className="text-sm text-soft">
      {sends_data_outside ? texts.create.leaves(model) : texts.create.staysHere(model)}
    </p>
  );
}

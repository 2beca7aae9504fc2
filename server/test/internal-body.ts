import type { Static } from 'typebox';
import type { BoardGroups } from '../src/features/ai/board-groups/routes.ts';
import type { startRecording } from '../src/features/engage/calls/recording.ts';
import type { Entry } from '../src/features/engage/calls/schema.ts';
import type { FollowUp, InterviewView, StartedInterview } from '../src/features/engage/interviews/schema.ts';
import type { SpokenView } from '../src/features/engage/interviews/spoken/service.ts';
import type {
  ParticipantTest,
  QuestionWithAnswer,
  SavedAnswerView,
  StartedResponse,
  Submitted,
} from '../src/features/engage/responses/participant-schema.ts';
import type {
  completeTaskRecording,
  openTaskRecording,
} from '../src/features/engage/responses/recordings.ts';
import type { readSlots, toBooking } from '../src/features/engage/sessions/booking.ts';
import type { ApiKey } from '../src/features/identity/api-keys/schema.ts';
import type { listSignIns } from '../src/features/identity/sign-in/store.ts';

/** The `data` of the routes that only Parley's own pages call. They are not in openapi.json, so the SDK has no types of them. */
export interface InternalData {
  'GET /p/v1/test': Static<typeof ParticipantTest>;
  'POST /p/v1/response': Static<typeof StartedResponse>;
  'PUT /p/v1/answers/{}': Static<typeof SavedAnswerView>;
  'POST /p/v1/answers/{}/follow-up': Static<typeof FollowUp>;
  'GET /p/v1/questions/{}': Static<typeof QuestionWithAnswer>;
  'POST /p/v1/submit': Static<typeof Submitted>;
  'GET /p/v1/interview': Static<typeof InterviewView>;
  'POST /p/v1/interview': Static<typeof StartedInterview>;
  'POST /p/v1/interview/turns': Static<typeof InterviewView>;
  'POST /p/v1/interview/end': Static<typeof InterviewView>;
  'POST /p/v1/spoken/parts': SpokenView;
  'POST /p/v1/spoken/complete': SpokenView;
  'GET /p/v1/spoken': SpokenView;
  'POST /p/v1/recordings': Result<typeof openTaskRecording>;
  'POST /p/v1/recordings/{}/complete': Result<typeof completeTaskRecording>;
  'GET /p/v1/slots': Result<typeof readSlots>;
  'POST /p/v1/booking': Result<typeof toBooking>;
  'DELETE /p/v1/booking': Result<typeof toBooking>;
  'POST /p/v1/call/join': Static<typeof Entry>;
  'POST /p/v1/withdraw': { withdrawn_at: string };

  'POST /app/v1/engage/sessions/{}/call/join': Static<typeof Entry>;
  'POST /app/v1/engage/sessions/{}/call/recordings': Result<typeof startRecording>;
  'GET /app/v1/projects/{}/board/groups': Static<typeof BoardGroups>;
  'POST /app/v1/api_keys': Static<typeof ApiKey>;
  'GET /app/v1/sign_ins': (Result<typeof listSignIns>[number] & { current: boolean })[];
  'DELETE /app/v1/sign_ins/{}': { id: string; deleted: true };
  'POST /app/v1/sign_ins/end_others': { ended: number };
  'GET /app/v1/sample_project': SampleProject;
  'POST /app/v1/sample_project': SampleProject;
  'POST /app/invitation': { workspace_name: string; email: string; role: string; invited_by: string };
}

type Result<Rule extends (...input: never[]) => unknown> = Awaited<ReturnType<Rule>>;

interface SampleProject {
  status: string;
  project_id: string | null;
  progress: number;
}

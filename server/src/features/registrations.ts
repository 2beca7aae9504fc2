import type { Db, Sql, Transaction } from '../platform/database/index.ts';

/** Records that refer to files of their project. A file that is in use cannot be moved to another project. */
export interface UseOfFile {
  /** The name of one record, and of several. */
  names: [one: string, several: string];
  /** A query of one number: how many of these records refer to the file. */
  count(file: { id: string; project_id: string }): Sql;
}

/** Records of a file that move with it to another project. Triggers move those of the area of the file. */
export interface PartOfFile {
  /** The statement that moves the records. `project_id` is the new project of the file. */
  move(file: { id: string; project_id: string }): Sql;
}

/** A member is removed from the workspace. */
export interface MemberRemoval {
  from: string;
  /** An owner of the workspace, who gets what the member owned. */
  to: string;
  now: Date;
}

export type HandOver = (tx: Db, removal: MemberRemoval) => Promise<void>;

/** Inserts the lanes of a new project in its transaction. The project stores the count. */
export interface DefaultLanes {
  count: number;
  insert(tx: Transaction, project: { id: string; created_by: string | null; created_at: Date }): void;
}

/** What a feature does for others in their transactions. One feature registers each of them. */
export interface Hooks {
  /** Ends the jobs of a project that is being deleted (spec §3.2). */
  endJobsOfProject(tx: Db, projectId: string, now: Date): Promise<unknown>;
  /** Queues the transcription of a file that is ready. */
  startTranscription(tx: Db, file: { id: string }, options: object, now: Date): Promise<void>;
  /** A transcript was imported or edited. */
  transcriptWritten(tx: Db, fileId: string, transcript: object, now: Date): Promise<void>;
  transcriptRemoved(tx: Db, fileId: string, now: Date): Promise<void>;
  /** Throws if no more bytes of a participant's recording are accepted. */
  admitRecordedBytes(
    tx: Db,
    arriving: { response_id: string; project_id: string; bytes: number; address: string },
    now: Date,
  ): Promise<void>;
  /** Names the speakers of a file whose people are known, such as the recording of a call. */
  nameSpeakers<S extends { speaker?: string; start_seconds: number; end_seconds: number }>(
    db: Db,
    fileId: string,
    segments: S[],
  ): Promise<S[]>;
  /** Cancels the calls that a person has booked, and queues the mails about it. */
  cancelSessions(tx: Db, scope: { participant_id: string; test_id: string | null }, now: Date): Promise<void>;
  /** Ends the sessions of a response that is deleted. */
  endSessions(
    tx: Db,
    response: { participant_id: string; test_id: string; session_id: string | null },
    now: Date,
  ): Promise<void>;
  /** Ends the AI interview of a session. False if the session has none. */
  endInterview(tx: Db, session: { id: string }, now: Date): Promise<boolean>;
  /** The text of a follow-up question that the AI moderator asked. */
  findFollowUp(db: Db, responseId: string, questionId: string, turn: number): Promise<string | undefined>;
}

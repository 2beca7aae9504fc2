-- A transcription that was asked for when the file was created and that begins once the file is ready.
alter table files drop constraint files_transcription_status_check;
alter table files add constraint files_transcription_status_check
  check (transcription_status in ('none', 'requested', 'queued', 'running', 'completed', 'failed'));
update files set transcription_status = 'requested'
 where transcribe is not null and transcription_status = 'none' and status in ('uploading', 'processing');

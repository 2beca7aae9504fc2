import type pg from 'pg';

export interface Interviews {
  projectId: string;
  /** Each is a file with an interviewer and one participant, and was analyzed. */
  count: number;
  segmentsOfEach: number;
  tags: number;
  /** Spread over the tags, so that a person has as many cells as both allow. */
  highlightsOfEach: number;
}

/** Makes interviews with transcripts, moods and highlights. SQL inserts them, which is much faster than as many requests. */
export async function seedInterviews(db: pg.Client, interviews: Interviews): Promise<void> {
  const { projectId, count, segmentsOfEach, tags, highlightsOfEach } = interviews;
  const run = (statement: string, ...values: unknown[]) => db.query(statement, [projectId, ...values]);
  // Ids of several projects do not collide: the end of the id of the project is part of each.
  const idOf = (prefix: string, number: string) =>
    `'${prefix}_' || right($1::text, 13) || lpad((${number})::text, 13, '0')`;
  await run(
    `insert into tags (id, project_id, name, name_key, color, source, created_at, updated_at)
     select ${idOf('tag', 'i')}, $1::text, 'Tag ' || i, 'tag ' || i, '#9B6BDF', 'manual', now(), now()
       from generate_series(1, $2::integer) i`,
    tags,
  );
  await run(
    `insert into files (id, workspace_id, project_id, name, kind, content_type, source, status, duration_seconds, created_at, updated_at)
     select ${idOf('fil', 'i')}, (select workspace_id from projects where id = $1::text), $1::text, 'Interview ' || i,
            'audio', 'audio/mpeg', 'transcript', 'ready', $3::integer * 6, now() - i * interval '1 minute', now()
       from generate_series(1, $2::integer) i`,
    count,
    segmentsOfEach,
  );
  await run(
    `insert into transcripts (file_id, workspace_id, project_id, language, time_basis, revision, speakers, created_at, updated_at)
     select ${idOf('fil', 'i')}, (select workspace_id from projects where id = $1::text), $1::text, 'en', 'media', 1,
            jsonb_build_array(jsonb_build_object('id', 'spk_1', 'label', 'Interviewer', 'role', 'interviewer'),
                              jsonb_build_object('id', 'spk_2', 'label', 'Person ' || i, 'role', null)), now(), now()
       from generate_series(1, $2::integer) i`,
    count,
  );
  await run(
    `insert into segments (id, file_id, workspace_id, project_id, speaker_id, start_seconds, end_seconds, text, since_revision)
     select ${idOf('seg', 'i * 10000 + s')}, ${idOf('fil', 'i')}, (select workspace_id from projects where id = $1::text), $1::text,
            case when s % 2 = 0 then 'spk_2' else 'spk_1' end, s * 6, s * 6 + 5.5,
            'I filled the whole basket before I learned that there was no slot on Sunday, ' || s || ' times.', 1
       from generate_series(1, $2::integer) i, generate_series(1, $3::integer) s`,
    count,
    segmentsOfEach,
  );
  await run(
    `insert into file_sentiments (file_id, workspace_id, project_id, revision, label, score, segment_counts, word_counts,
       speakers, model, job_id, analyzed_at)
     select f.id, f.workspace_id, f.project_id, 1, 'mixed', 0, '{1,1,1}', '{15,15,15}', '[]', 'bench', 'job_bench', now()
       from files f where f.project_id = $1::text`,
  );
  await run(
    `insert into segment_sentiments (segment_id, file_id, project_id, label, score, words)
     select s.id, s.file_id, s.project_id, 'neutral', (hashtext(s.id) % 1000) / 1000.0, 15
       from segments s where s.project_id = $1::text and s.speaker_id = 'spk_2'`,
  );
  const place = `2 * (1 + (h * 7) % ($4::integer / 2))`;
  await run(
    `insert into taggings (id, project_id, tag_id, target_type, target_id, file_id, segment_id, start_character, end_segment_id,
       end_character, start_seconds, end_seconds, quote, speaker, source, status, created_at, updated_at)
     select ${idOf('tgg', 'i * 10000 + h')}, $1::text, ${idOf('tag', '1 + h % $5::integer')}, 'segment',
            ${idOf('seg', `i * 10000 + ${place}`)}, ${idOf('fil', 'i')}, ${idOf('seg', `i * 10000 + ${place}`)},
            h % 40, ${idOf('seg', `i * 10000 + ${place}`)}, h % 40 + 20, ${place} * 6, ${place} * 6 + 5.5,
            'before I learned that', 'Person ' || i, 'manual', 'accepted', now() - (i * 10000 + h) * interval '1 second', now()
       from generate_series(1, $2::integer) i, generate_series(1, $3::integer) h`,
    count,
    highlightsOfEach,
    segmentsOfEach,
    tags,
  );
  await db.query(
    'vacuum analyze tags, files, transcripts, segments, file_sentiments, segment_sentiments, taggings',
  );
}

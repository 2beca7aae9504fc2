import Type from 'typebox';
import { DateTime, Id, Nullable, OneOf, ProjectId, Resource } from '../../../http/schema.ts';
import { testTypes } from '../../engage/tests/index.ts';
import { Seconds } from '../../sources/files/index.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const Name = (description: string) => Type.String({ description, examples: ['Delivery slots'] });

const StrongestMoment = Type.Object(
  {
    id: Type.String({ description: 'Unique on the page.', examples: ['tgg_01k9p3v7e8r5ys1q2w4x6z8abc'] }),
    file_id: Nullable(Id('file', 'The file that is quoted; null for a response.')),
    file_name: Nullable(Name('As the file is called now; null for a response.')),
    file_kind: Nullable(
      Type.String({
        description: 'Kind of the file. `audio` and `video` have sound to play.',
        examples: ['video'],
      }),
    ),
    segment_id: Nullable(Id('segment', 'The segment in which the passage begins; null without one.')),
    response_id: Nullable(Id('response', 'The response that is quoted; null if there is none.')),
    start_seconds: Nullable(Seconds('Where it begins in the recording; null if it has no time.')),
    end_seconds: Nullable(Seconds('Where it ends in the recording; null if it has no time.')),
    quote: Nullable(Type.String({ description: 'The words.', examples: ['I would not pay for that.'] })),
    person: Nullable(Type.String({ description: 'Who says it; null if unknown.', examples: ['Mina'] })),
  },
  { description: 'Null if nothing can be quoted.' },
);

const Theme = Type.Object({
  id: Type.String({
    description: 'The id of the tag; for a theme without a tag, the id of the card.',
    examples: ['tag_1'],
  }),
  tag: Nullable(
    Type.Object({
      id: Id('tag', 'Its tag.'),
      name: Name('Name of the tag.'),
      color: Nullable(Type.String()),
    }),
  ),
  card: Nullable(
    Type.Object({
      id: Id('card', 'The card that says it in a sentence.'),
      title: Name('Title of the card.'),
    }),
  ),
  moment_count: Count('Highlights with the tag, or passages on the card.'),
  person_count: Count('People who said them.'),
  new_count: Count('Highlights of the last seven days.'),
  positive: Count('How many are positive.'),
  negative: Count('How many are negative.'),
  moment: Nullable(StrongestMoment),
});

const Insight = Type.Object({
  id: Id('card', 'The card.'),
  title: Name('Its title.'),
  color: Nullable(Type.String({ description: 'Color of the card; null without one.' })),
  moment_count: Count('Passages and clips on the card.'),
  person_count: Count('People who said them.'),
  created_by: Nullable(Id('user', 'Who wrote it; null if that account is gone.')),
  updated_at: DateTime('When it was last changed.'),
});

const Study = Type.Object({
  id: Id('test', 'The study.'),
  name: Name('Its name.'),
  type: OneOf(testTypes, { description: 'What kind of study it is.' }),
  status: OneOf(['live', 'paused'], { description: 'Whether it accepts participants.' }),
  completed_count: Count('Responses that participants completed.'),
  target_participants: Nullable(Count('How many are wanted; null: not said.')),
  deadline: Nullable(Type.String({ format: 'date', description: 'Its last day; null: none.' })),
  next_session_at: Nullable(DateTime('When its next call starts; null if none is booked.')),
});

export const ProjectOverview = Resource(
  'ProjectOverview',
  {
    project_id: ProjectId(),
    themes: Type.Array(Theme, { description: 'Up to three, those that most people talk about first.' }),
    theme_count: Count('Tags with highlights.'),
    counted_max: Nullable(Count('Only this many of the latest highlights are counted; null: all of them.')),
    person_count: Count('People whose words are highlighted.'),
    coverage: Nullable(
      Type.Object(
        {
          passage_count: Count('Passages of participants.'),
          cited_count: Count('Of them in a report or on a card.'),
          unused_count: Count('Neither highlighted nor cited.'),
          strong_unused_count: Count('Unused ones with a clear mood.'),
        },
        { description: 'How much of what was said is used; null in a project with very many highlights.' },
      ),
    ),
    insights: Type.Array(Insight, { description: 'The newest cards with evidence.' }),
    studies: Type.Array(Study, { description: 'Up to four open studies, the latest first.' }),
    study_count: Count('All open studies.'),
    people: Type.Object(
      {
        count: Count('People who took part in a study, and speakers of other recordings.'),
        speaker_count: Count('Speakers of recordings that belong to no study, without interviewers.'),
        studies: Type.Array(
          Type.Object({ id: Id('test', 'A study.'), name: Name('Its name.'), count: Count('Its people.') }),
          { description: 'The studies with the most people.' },
        ),
      },
      { description: 'Who took part. Simulated participants do not count.' },
    ),
  },
  { description: 'What is known in a project so far, and what is open.' },
);

export const ProjectStates = Resource(
  'ProjectStates',
  {
    projects: Type.Array(
      Type.Object({
        project_id: ProjectId(),
        transcribing_count: Count('Files whose transcript is not ready yet.'),
        study: Nullable(
          Type.Object(
            {
              name: Name('Its name.'),
              completed_count: Count('Responses that participants completed.'),
              target_participants: Nullable(Count('How many are wanted; null: not said.')),
              deadline: Nullable(Type.String({ format: 'date', description: 'Its last day; null: none.' })),
            },
            { description: 'The open study that was published last; null without one.' },
          ),
        ),
      }),
      { description: 'Active projects, the one that was changed last first.' },
    ),
  },
  { description: 'What goes on in the projects that home lists.' },
);

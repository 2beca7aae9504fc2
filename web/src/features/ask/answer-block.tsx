import type { AnswerProgress } from '../../data/answer-stream.ts';
import type { Message } from '../../data/chats.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { type AnswerParts, disagreeingPeople, partsOf } from './answer-parts.ts';
import { ClaimView } from './claim-block.tsx';
import type { Passages } from './passages.ts';
import { SurveyRow } from './survey-row.tsx';
import { texts } from './texts.ts';

/** So many claims are open at first; the others show their text and their counts. */
const openClaims = 2;

interface AnswerViewProps {
  projectId: string;
  /** The id of the question: moments keep their ids when the answer is complete, so that one that plays goes on. */
  ownerId: string;
  answer: Message | undefined;
  progress: AnswerProgress | undefined;
  passages: Passages;
  narrow: boolean;
  ownFile: string | undefined;
}

/** The lead sentence, the claims with their moments, numbers of surveys, and remarks. */
export function AnswerView({
  projectId,
  ownerId,
  answer,
  progress,
  passages,
  narrow,
  ownFile,
}: AnswerViewProps) {
  const source = answer ?? progress;
  const parts = source && partsOf(source, { projectId, ownerId });
  if (!parts) return null;
  const isRunning = answer === undefined;
  const isUnanswered = answer?.answered === false;
  return (
    <div className="space-y-4">
      {parts.outline.lead !== '' && (
        <div
          className={`wrap-anywhere ${isUnanswered ? '' : narrow ? 'text-md' : 'text-lg leading-relaxed'}`}
        >
          {isUnanswered ? (
            <NoAnswer parts={parts} />
          ) : (
            <Lead parts={parts} isRunning={isRunning} isModel={isWrittenByModel(answer)} />
          )}
        </div>
      )}
      {parts.claims.map(({ claim, moments }, at) => (
        <ClaimView
          // biome-ignore lint/suspicious/noArrayIndexKey: claims are appended and never moved.
          key={at}
          claim={claim}
          moments={moments}
          startsOpen={at < openClaims}
          isRunning={isRunning}
          isGrowing={at === parts.claims.length - 1}
          passages={passages}
          narrow={narrow}
          ownFile={ownFile}
        />
      ))}
      {answer?.numbers.map((numbers) => (
        <SurveyRow key={numbers.question_id} numbers={numbers} narrow={narrow} />
      ))}
      {!isUnanswered &&
        parts.outline.remarks.map((remark) => (
          <div key={remark} className="text-sm text-soft">
            <Markdown text={remark} />
          </div>
        ))}
    </div>
  );
}

/** The embedded answer counts its participants in the first sentence; the sentence of a model has no counts. */
const isWrittenByModel = (answer: Message | undefined) => answer?.model !== 'parley-extractive-1';

function Lead({
  parts: { outline },
  isRunning,
  isModel,
}: {
  parts: AnswerParts;
  isRunning: boolean;
  isModel: boolean;
}) {
  const { lead, passage_count, people_count } = outline;
  return (
    <div className="[&_div]:inline [&_p]:inline">
      <Markdown text={lead} />{' '}
      {passage_count > 0 &&
        (isRunning ? (
          <span className="text-soft">{texts.soFar(passage_count, people_count)}</span>
        ) : isModel ? (
          <>
            <strong className="font-semibold">{texts.say(passage_count, people_count)}</strong>{' '}
            {texts.sayAfter(passage_count, disagreeingPeople(outline))}
          </>
        ) : (
          <span className="text-soft">{texts.below(passage_count, people_count)}</span>
        ))}
    </div>
  );
}

/** Never dressed as an answer: a bold sentence, why, and what comes closest. */
function NoAnswer({ parts: { outline, claims } }: { parts: AnswerParts }) {
  return (
    <div className="[&_div]:inline [&_p]:inline">
      <strong className="font-semibold">{texts.notInMaterial}</strong>{' '}
      <span className="text-soft">
        <Markdown text={outline.lead} /> {claims.length > 0 && texts.closest}
      </span>
    </div>
  );
}

import type { Turn } from './turns.ts';

/** What several people say, each with the name: it is not the quotation of one of them. */
export const TurnList = ({ turns }: { turns: readonly Turn[] }) => (
  <div className="space-y-1.5">
    {turns.map(({ id, speaker, text }) => (
      <p key={id} dir="auto">
        <span className="font-sans text-sm text-soft">{speaker}: </span>
        {text}
      </p>
    ))}
  </div>
);

import Type from 'typebox';
import { Id, Input, Resource } from '../../../http/schema.ts';

export const participantsMax = 50;
const seedMax = 2 ** 31 - 1;

export const NewSimulation = Input({
  participants: Type.Integer({
    minimum: 1,
    maximum: participantsMax,
    description: 'How many participants take the test.',
    examples: [5],
  }),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: seedMax,
      description: 'The same seed gives the same answers to the same questions. Chosen at random if absent.',
      examples: [42],
    }),
  ),
});
export type NewSimulation = Type.Static<typeof NewSimulation>;

/** The result of a job of type `simulation`. */
export const SimulationResult = Resource(
  'SimulationResult',
  {
    response_ids: Type.Array(Id('response'), { description: 'The responses of the simulated participants.' }),
    session_ids: Type.Array(Id('session'), { description: 'The sessions of the simulated participants.' }),
    seed: Type.Integer({
      minimum: 0,
      description: 'As requested, or chosen at random. The same seed gives the same answers.',
      examples: [42],
    }),
  },
  { description: 'What the simulated participants did. Null until the job has succeeded.' },
);

/** The input of a job of type `simulation`. */
export interface SimulationInput extends Record<string, unknown> {
  test_id: string;
  participants: number;
  seed: number;
}

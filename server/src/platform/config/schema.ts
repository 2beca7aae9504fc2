import Type, { type Static } from 'typebox';
import { aiVariables, mediaVariables, transcriptionVariables } from './variables/ai.ts';
import { callVariables } from './variables/calls.ts';
import { dataVariables, mailVariables } from './variables/data.ts';
import { limitVariables, networkVariables, serverVariables } from './variables/server.ts';
import { webhookVariables } from './variables/webhooks.ts';

/**
 * Every environment variable of the server (spec §10.1). The schema validates the environment and generates the tables
 * of docs/self-hosting/configuration.md, which has one section for each group.
 */
export const variableGroups = {
  Server: serverVariables,
  Data: dataVariables,
  Mail: mailVariables,
  Network: networkVariables,
  Limits: limitVariables,
  Webhooks: webhookVariables,
  Calls: callVariables,
  Reports: aiVariables,
  Transcription: transcriptionVariables,
  Media: mediaVariables,
};

export const environmentSchema = Type.Object({
  ...serverVariables,
  ...dataVariables,
  ...mailVariables,
  ...networkVariables,
  ...limitVariables,
  ...webhookVariables,
  ...callVariables,
  ...aiVariables,
  ...transcriptionVariables,
  ...mediaVariables,
});

/** The parsed variables, with the defaults that do not depend on other variables. */
export type Environment = Static<typeof environmentSchema>;

import { derived } from '../../../platform/database/derived/declaration.ts';

/** A participant may have no name, and loses it when the person is erased. Simulated participants are not people. */
export const participants = derived('participants', {
  activity: {},
  searchName: { type: 'participant', optionalUnless: 'simulated' },
  taggable: 'record',
});

export const consents = derived('consents', { none: 'A record of what a person agreed to.' });
export const participantLinks = derived('participant_links', {
  none: 'Links are shown with their test or invitation.',
});

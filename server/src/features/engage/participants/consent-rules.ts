import { invalidField } from '../../../foundation/errors.ts';

/** The consent text of a version of a test. */
interface ConsentText {
  version: number;
  recording: boolean;
}

/**
 * The version of the consent text to which a person agrees now; null if the test asks for none. Only the current text counts: an
 * earlier one may have asked for less.
 */
export function requireAgreement(
  consent: ConsentText | null,
  given: number | null | undefined,
): number | null {
  if (!consent) return null;
  if (given === undefined || given === null)
    throw invalidField('consent_version', 'is required: this test asks for consent.');
  if (given !== consent.version)
    throw invalidField('consent_version', `must be ${consent.version}: the text has changed.`);
  return given;
}

/** Whether a person who agreed to `accepted` (null: to no text) may be recorded. */
export const mayRecord = (consent: ConsentText | null, accepted: number | null): boolean =>
  consent?.recording === true && accepted === consent.version;

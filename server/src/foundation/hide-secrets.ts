/**
 * For text that people wrote and that is kept or logged: a key, a webhook secret or a link that opens something by itself
 * must not be found there again, wherever somebody put it.
 */
export const hideSecrets = (text: string): string =>
  text
    .replace(/prl_live_[0-9A-Za-z]{4,}/g, 'prl_live_[hidden]')
    .replace(/whsec_[0-9A-Za-z+/=_-]{4,}/g, 'whsec_[hidden]')
    .replace(capabilityPaths, '$1[hidden]')
    .replace(/(X-Amz-(?:Signature|Credential|Security-Token)=)[^&"\\\s]+/gi, '$1[hidden]');

/** Uploads, signed downloads, shared clips and reports, and the pages of participants: the token is the permission. */
const capabilityPaths = /(\/(?:uploads|blobs|t|p\/v1|s\/[a-z]{1,20})\/)[^/?#"\\\s]{8,}/gi;

/** Removes API keys, webhook secrets and tokens in links from text of users that is stored or logged. */
export const hideSecrets = (text: string): string =>
  text
    .replace(/prl_live_[0-9A-Za-z]{4,}/g, 'prl_live_[hidden]')
    .replace(/whsec_[0-9A-Za-z+/=_-]{4,}/g, 'whsec_[hidden]')
    .replace(capabilityPaths, '$1[hidden]')
    .replace(/(X-Amz-(?:Signature|Credential|Security-Token)=)[^&"\\\s]+/gi, '$1[hidden]');

/** Paths whose token grants access by itself: uploads, signed downloads, shared clips and reports, participant pages, invitations. */
const capabilityPaths = /(\/(?:uploads|blobs|invite|t|p\/v1|s\/[a-z]{1,20})\/)[^/?#"\\\s]{8,}/gi;

/**
 * For text that people wrote and that is kept or logged: whoever puts a key or a webhook secret where it does not
 * belong, in a path for instance, must not find it there again.
 */
export const hideSecrets = (text: string): string =>
  text
    .replace(/prl_live_[0-9A-Za-z]{4,}/g, 'prl_live_[hidden]')
    .replace(/whsec_[0-9A-Za-z+/=_-]{4,}/g, 'whsec_[hidden]');

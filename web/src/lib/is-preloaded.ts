/** Whether the HTML of this page told the browser to send this request. See routes/preloads.ts. */
export const isPreloaded = (path: string): boolean =>
  document.querySelector(`link[rel="preload"][href="${path}"]`) !== null;

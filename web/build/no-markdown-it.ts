/** In place of markdown-it: what prosemirror-markdown calls while it is loaded. */
// biome-ignore lint/style/noDefaultExport: the module that it replaces has one.
export default () => ({});

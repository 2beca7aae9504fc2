export const askPanel = {
  /** The button and the shortcut that open the panel. */
  ask: 'Ask',
  shortcut: 'Ask beside this page',
  loading: 'Opening the questions',
};

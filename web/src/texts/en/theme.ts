export const theme = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  theThemeWasNotSaved: (error: string) => `The theme was not saved: ${error}`,
  theme: 'Theme',
};

export const languageChoice = {
  language: 'Language',
};

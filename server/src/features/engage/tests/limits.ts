/** Limits of one test. */
export const nameMax = 200;
export const questionsMax = 100;
export const questionTextMax = 2000;
export const optionsMin = 2;
export const optionsMax = 50;
export const optionTextMax = 200;
export const scaleLabelMax = 100;
export const rulesMax = 20;
/** All questions of a test together. It bounds the size of a list of 100 tests. */
export const questionsBytesMax = 256 * 1024;
export const screenerQuestionsMax = 20;
export const consentTextMax = 20_000;
export const instructionsMax = 5000;
export const slotsMax = 500;
export const redirectUrlMax = 2000;

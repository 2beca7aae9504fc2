import { chooseLanguage, chosenLanguage, type Language, languages } from '../../texts/language.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { texts } from './texts.ts';

/** The language of the application in this browser. A language is listed under its own name, so that its readers find it. */
export const LanguageChoice = () => (
  <SegmentedControl
    label={texts.language}
    value={chosenLanguage()}
    onChange={chooseLanguage}
    options={Object.entries(languages).map(([value, name]) => ({ value: value as Language, name }))}
  />
);

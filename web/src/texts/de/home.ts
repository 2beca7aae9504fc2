import type { Catalogue } from '../catalogue.ts';
import { formatCount, formatNumber } from '../numbers.ts';

export const home: Catalogue['home'] = {
  title: 'Start',
  loading: 'Startseite wird geladen',
  loadingInbox: 'Posteingang wird geladen',
  running: 'Läuft gerade',
  continueWhere: 'Weiterarbeiten',
  at: (time) => `Bei ${time}`,
  opened: (when) => `Geöffnet ${when}`,
  changed: (when) => `Geändert ${when}`,
  projects: 'Projekte',
  allProjects: 'Alle Projekte',
  newProject: 'Neues Projekt',
  files: (count) => formatCount(count, 'Datei', 'Dateien'),
  responsesOf: (count, target) => `${formatNumber(count)} von ${formatNumber(target)} Antworten`,
  responses: (count) => formatCount(count, 'Antwort', 'Antworten'),
  transcribing: (count) =>
    count === 1 ? '1 Datei wird transkribiert' : `${formatNumber(count)} Dateien werden transkribiert`,
  closes: (day) => `endet am ${day}`,
  addRecordings: 'Aufnahmen hinzufügen',
  drop: 'Video-, Audio-, PDF- oder Textdateien hier ablegen.',
  whichProject: 'Projekt für die Dateien',
  chooseFiles: 'Dateien auswählen',
  uploading: (count, project) =>
    `${formatCount(count, 'Datei wird', 'Dateien werden')} in „${project}“ hochgeladen.`,
  show: 'Zeigen',
  nothingShared: 'Noch ist kein Projekt mit Ihnen geteilt',
  askColleague:
    'Bitten Sie eine Kollegin oder einen Kollegen, ein Projekt zu teilen. Es erscheint dann hier.',
  welcome: (name) => `Willkommen, ${name}`,
  about:
    'Parley bewahrt auf, was Menschen gesagt haben, findet es wieder und belegt, woher jede Aussage stammt.',
  material: 'Material sammeln',
  materialAbout: 'Aus Aufnahmen werden auf diesem Server Transkripte zum Taggen, Schneiden und Suchen.',
  startProject: 'Projekt beginnen',
  people: 'Menschen befragen',
  peopleAbout: 'Umfragen, KI-Interviews und Live-Sitzungen, als Link oder per E-Mail verschickt.',
  studyGuide: 'So funktionieren Studien',
  answers: 'Antworten bekommen',
  answersAbout: 'Stellen Sie eine Frage an alles. Jeder Satz der Antwort spielt seine Quelle ab.',
  askSample: 'Das Beispiel fragen',
  finishedProject: 'Zuerst ein fertiges Projekt ansehen',
  sampleAbout:
    'Interviews mit Transkripten, Tags, einem Board, einer Umfrage, Clips und einem Bericht, alles erfunden. Ein Klick entfernt es.',
  openSample: 'Beispiel öffnen',
  sample: 'Beispielprojekt',
  sampleShows: 'zeigt, wie ein Projekt aussieht.',
  removeSample: 'Beispiel entfernen',
  addingTakes: 'Das Beispiel wird hinzugefügt. Das dauert etwa eine halbe Minute.',
  adding: 'Beispiel wird hinzugefügt',
  notAdded:
    'Das Beispiel konnte nicht vollständig hinzugefügt werden. Versuchen Sie es erneut; was fehlt, wird ergänzt.',
  tryAgain: 'Erneut versuchen',
  addSample: 'Beispielprojekt hinzufügen',
};

import type { Catalogue } from '../catalogue.ts';
import { formatCount } from '../numbers.ts';

export const workspace: Catalogue['workspace'] = {
  aiAndYourData: 'KI und Ihre Daten',
  externalService: 'Forschungsdaten werden zur Transkription oder Analyse an einen externen Dienst gesendet.',
  onThisServer: 'Transkription und Analyse laufen auf diesem Server. Keine Forschungsdaten verlassen ihn.',
  reportsAnswersAndTags: 'Berichte, Antworten und Tags',
  transcription: 'Transkription',
  notInstalled: 'Nicht installiert',
  leavesThisServer: 'Verlässt diesen Server',
  nothing: 'Nichts',
  operatorServerChoosesModels: 'Der Betreiber des Servers wählt die Modelle.',
  textReplaced: 'Text, in dem Namen, Adressen und Nummern ersetzt sind; Aufnahmen unverändert',
  textAndRecordingsAsThey: 'Text und Aufnahmen unverändert',
  notChanged: (error) => `Nicht geändert: ${error}`,
  replaceBeforeSending: 'Personenbezogene Daten ersetzen, bevor Text gesendet wird',
  replaceHint:
    'E-Mail- und Postadressen, Telefon- und Kartennummern und Namen von Teilnehmenden werden zu Platzhaltern. Aufnahmen werden nicht verändert.',
  workspaceSaved: 'Arbeitsbereich gespeichert.',
  name: 'Name',
  nameIsBlank: 'Der Name darf nicht leer sein',
  keepRecordingsForDays: 'Aufnahmen aufbewahren (Tage)',
  noLimit: 'Unbegrenzt',
  retentionHint: 'Was Sie mit den Teilnehmenden vereinbart haben; alle Mitglieder sehen es.',
  deleteAfterThat:
    'Aufnahmen danach mit ihren Transkripten und Clips löschen. Das beginnt einen Tag nach dem Speichern.',
  enterNumberDaysFirst: 'Geben Sie zuerst die Anzahl der Tage ein.',
  save: 'Speichern',
  workspace: 'Arbeitsbereich',
  loadingTheWorkspace: 'Arbeitsbereich wird geladen',
  plan: (plan) => `Tarif: ${plan}`,
  general: 'Allgemein',
  onlyOwnerWorkspaceCanChange: 'Nur ein Inhaber des Arbeitsbereichs kann dies ändern.',
  members: (memberCount) => formatCount(memberCount, 'Mitglied', 'Mitglieder'),
  projects: (projectCount) => formatCount(projectCount, 'Projekt', 'Projekte'),
  files: (fileCount) => formatCount(fileCount, 'Datei', 'Dateien'),
  stored: (storageBytes) => `${storageBytes} gespeichert`,
  since: (createdAt) => `seit ${createdAt}`,
  noRetention: 'Für die Aufbewahrung von Aufnahmen ist keine Frist festgelegt.',
  deletedAfter: (retentionDays) =>
    `Aufnahmen werden ${formatCount(retentionDays, 'Tag', 'Tage')} nach dem Hinzufügen gelöscht.`,
  keptFor: (retentionDays) =>
    `Aufnahmen sollen ${formatCount(retentionDays, 'Tag', 'Tage')} aufbewahrt werden.`,
};

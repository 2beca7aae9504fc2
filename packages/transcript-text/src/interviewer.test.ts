import { expect, test } from 'vitest';
import { isNamedInterviewer } from './interviewer.ts';

test('a speaker is an interviewer by the role, and by the label only without a role', () => {
  expect(isNamedInterviewer({ role: 'interviewer', label: 'Ada' })).toBe(true);
  expect(isNamedInterviewer({ role: 'participant', label: 'Interviewer' })).toBe(false);
  expect(isNamedInterviewer({ role: null, label: ' Moderator 2 ' })).toBe(true);
  expect(isNamedInterviewer({ role: null, label: 'Interviewerin' })).toBe(true);
  expect(isNamedInterviewer({ role: null, label: 'Ines' })).toBe(false);
});

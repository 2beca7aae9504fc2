// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Session, TestGuide } from '../../data/calls.ts';
import { CallEnded } from './call-ended.tsx';

afterEach(cleanup);

it('leads from a call that was not recorded to the notes and the project', async () => {
  const session = {
    kind: 'live',
    status: 'completed',
    project_id: 'prj_1',
    recording_file_id: null,
    duration_seconds: 60,
    ended_at: null,
  } as unknown as Session;
  const page = () => (
    <CallEnded
      session={session}
      test={{ name: 'Checkout', questions: [] } as unknown as TestGuide}
      name="Ida"
      view={undefined}
      isOff={() => true}
      isSaving={false}
      notes={{ notes: [], unsent: [] } as unknown as Parameters<typeof CallEnded>[0]['notes']}
      ticks={{}}
      problem=""
      onRejoin={() => {}}
      onEnd={() => {}}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory(),
  });
  render(<RouterProvider router={router as never} />);
  const note = await screen.findByRole('link', { name: 'Write a note' });
  expect(note.getAttribute('href')).toBe('/projects/prj_1/notes');
  const project = screen.getByRole('link', { name: 'Open the project' });
  expect(project.getAttribute('href')).toBe('/projects/prj_1');
});

import Type from 'typebox';
import { notFound } from '../../../foundation/errors.ts';
import { type Route, route } from '../../../http/route.ts';
import { DateTime, Deleted, Id, Nullable, Resource } from '../../../http/schema.ts';
import { deleteOtherSignIns, deleteSignInById, listSignIns } from './store.ts';

const SignIn = Resource('SignIn', {
  id: Id('sign_in', 'Not the secret of the cookie.'),
  browser: Nullable(Type.String({ description: 'Such as "Firefox on Linux"; null if it is unknown.' })),
  current: Type.Boolean({ description: 'Whether it is the sign-in of this request.' }),
  created_at: DateTime('When the person signed in.'),
  last_used_at: DateTime('Accurate to five minutes.'),
  expires_at: DateTime('30 days after the last use.'),
});

/** Where a person is signed in. Only for the browser: an API key is not a sign-in. */
export const signInRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/sign_ins',
    operationId: 'listSignIns',
    tag: 'Identity',
    summary: 'List the browsers in which you are signed in',
    status: 200,
    data: Type.Array(SignIn),
    appOnly: true,
    handler: async ({ db, principal, now }) => ({
      data: (await listSignIns(db, principal.user_id, now)).map((row) => ({
        ...row,
        current: row.id === principal.sign_in_id,
      })),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/sign_ins/{signInId}',
    operationId: 'endSignIn',
    tag: 'Identity',
    summary: 'Sign out in another browser',
    status: 200,
    ids: { signInId: 'sign_in' },
    data: Deleted('sign_in'),
    appOnly: true,
    handler: async ({ db, principal, params }) => {
      if (!(await deleteSignInById(db, principal.user_id, params.signInId))) throw notFound('Sign-in');
      return { data: { id: params.signInId, deleted: true } };
    },
  }),
  route({
    method: 'POST',
    path: '/sign_ins/end_others',
    operationId: 'endOtherSignIns',
    tag: 'Identity',
    summary: 'Sign out in all other browsers',
    status: 200,
    data: Type.Object({ ended: Type.Integer({ description: 'The number of sign-ins that ended.' }) }),
    appOnly: true,
    // Viewers end their sign-ins, too.
    requireReplayRole: () => {},
    handler: async ({ db, principal }) => ({
      data: { ended: await deleteOtherSignIns(db, principal.user_id, principal.sign_in_id ?? '') },
    }),
  }),
];

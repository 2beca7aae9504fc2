import { expect, it } from 'vitest';
import { ApiError, fieldError } from './errors.ts';

const refusal = (field: string, message: string) =>
  new ApiError(new Response(null, { status: 422 }), {
    error: { code: 'validation_failed', message: 'Validation failed.', details: [{ field, message }] },
  });

it.each([
  ['name', 'is taken by another tag of this project.', 'This name is taken by another tag of this project.'],
  ['current_password', 'is not your password.', 'This is not your password.'],
  ['name', 'must have at most 120 characters.', 'Must have at most 120 characters.'],
])('shows the error of the field %s as a sentence', (field, message, text) => {
  expect(fieldError(refusal(field, message), field)).toBe(text);
});

it('finds no error of another field', () => {
  expect(fieldError(refusal('name', 'is required.'), 'description')).toBeUndefined();
});

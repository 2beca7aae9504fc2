import { describe, expectTypeOf, test } from 'vitest';
import type { Account } from '../../test/harness.ts';
import type { ResponseBody } from '../../test/response-body.ts';

/** The type check compares these types. At run time the tests do nothing. */
describe('the type of a response in tests', () => {
  test('the data of a route has its fields and no others', () => {
    type Project = ResponseBody<'GET', `/v1/projects/${string}`>['data'];
    expectTypeOf<Project>().toHaveProperty('name').toBeString();
    expectTypeOf<Project>().not.toHaveProperty('title');
  });

  test('the requests of an account return the type of their route', () => {
    const read = (ada: Account) => ada.get('/v1/me');
    type Me = Awaited<ReturnType<typeof read>>['body']['data'];
    expectTypeOf<Me>().toHaveProperty('email').toBeString();
    expectTypeOf<Me>().not.toHaveProperty('mail');
  });

  test('a query and a value that may be undefined do not change the route', () => {
    type Files = ResponseBody<'GET', `/v1/projects/${string | undefined}/files?limit=${number}`>;
    expectTypeOf<Files['data'][0]>().toHaveProperty('duration_seconds').toBeNumber();
    expectTypeOf<Files['meta']>().toHaveProperty('next_cursor').toBeString();
  });

  test('the result of a job has the fields of every type of job', () => {
    type Result = ResponseBody<'GET', `/v1/jobs/${string}`>['data']['result'];
    expectTypeOf<Result>().toHaveProperty('report_id').toBeString();
    expectTypeOf<Result>().toHaveProperty('chat_id').toBeString();
    expectTypeOf<Result>().not.toHaveProperty('job_id');
  });

  test('the routes of participants and of the web application have types', () => {
    type Slots = ResponseBody<'GET', '/p/v1/slots'>['data'];
    expectTypeOf<Slots>().toHaveProperty('booking').toHaveProperty('start_at').toBeString();
    expectTypeOf<ResponseBody<'GET', '/app/v1/me'>['data']>().toHaveProperty('email').toBeString();
  });

  test('the data of an unknown path has only an id', () => {
    type Data = ResponseBody<'GET', string>['data'];
    expectTypeOf<Data>().toHaveProperty('id').toBeString();
    expectTypeOf<Data>().not.toHaveProperty('name');
  });

  test('every response can have an error', () => {
    type Fault = ResponseBody<'POST', '/v1/projects'>['error']['details'][0];
    expectTypeOf<Fault>().toEqualTypeOf<{ field: string; message: string }>();
  });
});

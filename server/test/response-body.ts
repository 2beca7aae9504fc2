import type { components, paths } from '../../sdk/src/generated.ts';
import type { Expected, List } from './expected.ts';
import type { InternalData } from './internal-body.ts';

/**
 * The body of a response, typed by the method and the path of the request: `GET /v1/projects/${string}` has a project as `data`.
 * A response has either `data` or `error`. The type has both, because a test checks the status and not the type.
 */
export type ResponseBody<Method extends string, Path extends string> = Success<
  Method,
  Template<WithoutQuery<Path>>
> &
  ErrorBody;

export type ErrorBody = Expected<components['schemas']['Error']>;

/** The body of a path that TypeScript does not know, such as a variable of type `string`: a record, or a list of records. */
interface UnknownBody {
  data: { id: string } & List<{ id: string }>;
}

type Success<Method extends string, Path extends string> = `${Method} ${Path}` extends keyof InternalData
  ? Expected<{ data: InternalData[`${Method} ${Path}`] }>
  : PublicBody<Lowercase<Method>, WithoutApp<Path>>;

/** The web application calls the routes of /v1 at /app/v1. */
type WithoutApp<Path extends string> = Path extends `/app/v1/${infer Rest}` ? `/v1/${Rest}` : Path;

type PublicBody<Method extends string, Path extends string> = Path extends keyof Operations
  ? Method extends keyof Operations[Path]
    ? JsonOf<Operations[Path][Method]>
    : UnknownBody
  : UnknownBody;

type Operations = { [Path in keyof paths as Template<Path>]: paths[Path] };

type JsonOf<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)] extends { content: { 'application/json': infer Body } }
    ? Expected<Body>
    : UnknownBody
  : UnknownBody;

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

/** `/v1/files/{fileId}/transcript` and `/v1/files/${string}/transcript` become `/v1/files/{}/transcript`. */
type Template<Path extends string, Done extends string = ''> = Path extends `${infer First}/${infer Rest}`
  ? Template<Rest, `${Done}${Segment<First>}/`>
  : `${Done}${Segment<Path>}`;

/** A segment that accepts any text is a value, and so is `undefined`: the value of an id that may be absent. */
type Segment<Text extends string> = 'any text' extends Text
  ? '{}'
  : Text extends `{${string}}` | 'undefined'
    ? '{}'
    : WithoutValue<Text>;

/** Removes a value at the end of a segment, which is a query: `files${string}` becomes `files`. */
type WithoutValue<Text extends string, Done extends string = ''> = 'any text' extends Text
  ? Done
  : Text extends `${infer First}${infer Rest}`
    ? WithoutValue<Rest, `${Done}${First}`>
    : Done;

// The form of a line in the route table. The server mounts these lines, the client is typed by them,
// the OpenAPI document is written from them.

import type { z } from 'zod';
import { endpoints, type EndpointName } from './endpoints.ts';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: any client, the holder of a valid token, or the owner alone. */
type Access = 'public' | 'user' | 'owner';

export interface Route {
  /** Its name in the table of endpoints; the `operationId` of the OpenAPI document. */
  readonly name: EndpointName;
  readonly method: Method;
  /** With `:name` for each parameter. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** What a token must be allowed; null where none is needed, or any one does. */
  readonly scope: Scope | null;
  /** The heading under which the documentation lists it. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Takes `multipart/form-data`: text fields as `body` has them, and files. Where files are optional, JSON does as well.
   * `body` is then there too, be it an empty object, so that unknown text fields are refused. `limits`: `uploadLimits` unless told.
   */
  readonly multipart?: { readonly files: 'required' | 'optional'; readonly limits?: UploadLimits };
  /** The body is not JSON but of this media type; `body` takes its bytes. */
  readonly rawBody?: `${string}/${string}`;
  /** The largest body in bytes, without files; 1 MiB unless told. */
  readonly bodyLimit?: number;
  readonly status: 200 | 201 | 202 | 204;
  /** For a route that does not always answer with `status`: the one of this reply; with 204 it is not sent. */
  readonly statusOf?: (reply: never) => Route['status'];
  /** The body of the answer; none with 204. */
  readonly reply?: z.ZodType;
  /** A reply that has one of these members can be as large as a document: where it is, it is written in slices. */
  readonly sliced?: readonly string[];
  /** What the `result` of the job is that this starts. Where the route can wait for its end, it answers 201 with that alone. */
  readonly jobResult?: z.ZodType;
  /** The answer is a file, to be downloaded whole or in ranges; there is no `reply`. */
  readonly file?: true;
  /** The file is made for the answer: it is sent whole, without ranges. */
  readonly made?: true;
  /** The record has a `version`: answers carry it as ETag; PUT, DELETE and moves honour `If-Match`. */
  readonly versioned?: true;
  /** Its answer is no record that has a version, but it is about one: honours `If-Match` all the same. */
  readonly takesIfMatch?: true;
  /** The record tells of more than its version counts, such as its place among others: `If-None-Match` is not answered with 304. */
  readonly derived?: true;
  /** Creates something, or does what is not to be done twice: honours `Idempotency-Key`. */
  readonly creates?: true;
  /**
   * On a full disk it may take the room that is kept for what deletes, as each DELETE may: it comes before one. A function tells whether it
   * does with this body.
   */
  readonly makesRoom?: true | ((body: never) => boolean);
  /** Whether a reply is given again to repetitions under the same `Idempotency-Key`; absent: each is. */
  readonly isKept?: (reply: never) => boolean;
  /** Where a created record can be read; null where this reply is none. */
  readonly location?: (reply: never) => string | null;
  /** With `Accept: text/event-stream` the same as Server-Sent Events, for ever or until what they tell of has ended. */
  readonly stream?: 'endless' | 'ends';
  /** Answers with Server-Sent Events if the body asks for that. */
  readonly streamed?: true;
  /** Takes messages of JSON-RPC: tells in its form what is wrong with one, and answers 202 to those that ask for nothing. */
  readonly jsonRpc?: true;
  /** Refused values in lists are named as `operations[3].path`; absent: as `operations.3.path`. */
  readonly bracketedPaths?: true;
  /** Codes that this route can answer besides those which all can. */
  readonly errors?: readonly ErrorCode[];
}

/** What one request may bring at most: the number of files, and the bytes of each. */
export interface UploadLimits {
  readonly files: number;
  readonly fileSize: number;
}

export const uploadLimits = { files: 10, fileSize: 10 * 1024 * 1024 } as const satisfies UploadLimits;

/** Whether a request can be bound to a version by `If-Match`: it changes a record that has one. */
export function honoursIfMatch({ versioned, takesIfMatch, method, creates }: Route): boolean {
  return takesIfMatch === true || (versioned === true && method !== 'GET' && creates !== true);
}

/** What a feature's table says of an endpoint, besides where it answers. */
type RouteLine<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType> = Omit<
  Route,
  'name' | 'method' | 'path' | 'query' | 'body' | 'reply' | 'location' | 'statusOf' | 'isKept'
> & {
  readonly query?: Query;
  readonly body?: Body;
  readonly reply?: Reply;
  readonly location?: (reply: z.output<Reply>) => string | null;
  readonly statusOf?: (reply: z.output<Reply>) => Route['status'];
  readonly isKept?: (reply: z.output<Reply>) => boolean;
};

/** The route of the endpoint `name`, with its literal types; checks that `location` takes what `reply` gives. */
export function route<
  const Name extends EndpointName,
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Reply extends z.ZodType = z.ZodType<undefined>,
>(name: Name, line: RouteLine<Query, Body, Reply>) {
  return { ...endpoints[name], name, ...line };
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type PathParams<R extends Pick<Route, 'path'>> = { readonly [Name in Names<R['path']>]: string };

type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined;

export type QueryOf<R> = R extends { readonly query?: infer Q } ? SchemaOutput<Exclude<Q, undefined>> : undefined;
export type BodyOf<R> = R extends { readonly body?: infer B } ? SchemaOutput<Exclude<B, undefined>> : undefined;
export type ReplyOf<R> = R extends { readonly reply?: infer P } ? SchemaOutput<Exclude<P, undefined>> : undefined;

type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined;
type QueryInput<R> = [QueryOf<R>] extends [undefined]
  ? undefined
  : R extends { readonly query?: infer Q }
    ? SchemaInput<Exclude<Q, undefined>>
    : undefined;
type BodyInput<R> = [BodyOf<R>] extends [undefined]
  ? undefined
  : R extends { readonly body?: infer B }
    ? Exclude<B, undefined> extends z.ZodType<Uint8Array>
      ? Blob
      : SchemaInput<Exclude<B, undefined>>
    : undefined;

/** Absent where the route has none, optional where nothing in it is required. */
type Member<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** What a request to this route says, before the service has read it. */
export type RequestOf<R extends Pick<Route, 'path'>> = Member<'params', keyof PathParams<R> extends never ? undefined : PathParams<R>> &
  Member<'query', QueryInput<R>> &
  Member<'body', BodyInput<R>>;

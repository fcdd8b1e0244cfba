import type { ZodType, z } from 'zod'
import type { Command } from '#domain/command.ts'
import type { Event, Role } from '#domain/event.ts'
import type { Scope } from '#domain/integrations/scopes.ts'
import type { LimitName } from './limits.ts'

/** The kinds that admins filter the security log by. */
export const securityKinds = ['login', 'refusal', 'account', 'admin'] as const
export type SecurityKind = (typeof securityKinds)[number]

/** The statuses of failed calls. 500 is none of them: it is always a defect. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 416 | 429 | 431 | 503

/** The definition of a call: its route, the pages' client and its description in OpenAPI are made of it. */
export type Call = {
  /** The method and the path; a path may have parameters, as `/uploads/:filename` has. */
  endpoint: Endpoint
  /**
   * The scope that an API key needs. None: no key may make it, since it is about a session, a password, a person of flesh
   * and blood, or the keys themselves.
   */
  scope?: Scope | null
  /** Its purpose, in a few words. */
  summary: string
  /** The roles that may make it; anyone: with or without a session. */
  roles: 'anyone' | readonly Role[]
  /** The error message for the other roles. */
  forbidden?: string
  /** The limit on how often it may be made, from one address and for one account. */
  limit?: LimitName
  /** Whether it reads for long: of one account so many go on at a time, and the rest waits (api/http/in-flight.ts). */
  costly?: true
  query?: ZodType
  /** The body, in JSON. */
  body?: ZodType
  /** The fields of a multipart form, the files in its field `files` aside. */
  form?: ZodType
  /** The schema of the answer: no other field is sent. `file`, `csv`, `pdf`, `calendar` and `page` are not JSON. */
  answer: ZodType | 'file' | 'csv' | 'pdf' | 'calendar' | 'page'
  /** The security log’s sentence once it was done, by its kind; not logged unless given. */
  logged?: { [Kind in Exclude<SecurityKind, 'refusal'>]?: string }
  /** The answer when the call fails, where it says more than the error message. */
  problem?: ZodType
  /** The status of success: 200 unless given. */
  status?: 201
  /** Whether it takes `If-Match`: with a revision that is not the current one it is answered with 412. */
  ifMatch?: true
  /** Whether it ignores an `Idempotency-Key`, though it is no GET: a repetition does no harm, or is refused otherwise. */
  unkeyed?: true
  /** Whether its answer has an `ETag`: who sends that along as `If-None-Match` is answered with 304 while it is the same. */
  revalidated?: true
  /** Whether it waits for the `After-Position` of its reader, though its answer cannot say that it is `stale`. */
  waits?: true
  /** Whether it changes something although it is a GET: a page of another site may not make it. */
  changes?: true
  /**
   * Whether it takes the password again, within minutes before it (`confirmPassword`): what a stolen session must not do. No
   * API key makes it.
   */
  confirmed?: true
  /** Whether the log leaves its caller out once it is done: the caller is erased. */
  forgetsCaller?: true
  /** Whether an admin may make it as a client, to see what that client sees (`viewAsHeader`). Only for what reads. */
  viewable?: true
  /** The statuses of its failures, beside those that follow from the rest. */
  problems?: readonly ProblemStatus[]
  /** The command that the call is, where its body is the command's input. Any other call has a route of its own. */
  executes?: Execution
}

/**
 * The header by which an admin asks as a client whom it names by id: the answer is the one that client gets. Every call
 * that is not viewable is refused with it, whatever the admin may do otherwise.
 */
export const viewAsHeader = 'View-As-Client'

/** The header of every answer that has the id of the event store's past: what a page knows under another is of no use. */
export const epochHeader = 'Store-Epoch'

/** The header of a list that is being made: how much of it is there, in whole percents. */
export const listProgressHeader = 'List-Progress'

/** A command, and which aggregate it is for. */
export type Execution = {
  // biome-ignore lint/suspicious/noExplicitAny: the commands of all aggregates, each on its own state and input
  command: Command<any, Event, any>
  // biome-ignore lint/suspicious/noExplicitAny: what the call's schema made of its body
  idOf(body: any): string
}

export const clientsAndAdmins: readonly Role[] = ['client', 'admin']

type Output<Schema> = Schema extends ZodType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends ZodType ? z.input<Schema> : undefined

/** The input of a route: query, body and form as their schemas made them. */
export type QueryOf<C extends Call> = Output<C['query']>
export type BodyOf<C extends Call> = Output<C['body']>
export type FormOf<C extends Call> = Output<C['form']>
/** The input as a page sends it. */
export type QueryInputOf<C extends Call> = Input<C['query']>
export type BodyInputOf<C extends Call> = Input<C['body']>
/** The answer's JSON. */
export type AnswerOf<C extends Call> = Output<C['answer']>

/** The method and the path of a call. */
export type Endpoint = `${Method} /${string}`
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The path of a call whose path is its name: the built pages have the others alone written out (vite.config.ts). */
export const pathNamed = (name: string): string =>
  `/api/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
} from 'mongodb'
import { TimedOut } from '#infra/timeout.ts'

/** The code of a write that is refused since there is such a document already. */
export const duplicateKey = 11_000

/** Whether an index is refused since the collection has as many as the server allows: 64. */
export const hasTooManyIndexes = (error: unknown): boolean => error instanceof MongoServerError && error.code === 67

/** The errors of a server that stops, changes roles, is too slow or has a full disk; 1: FerretDB without its PostgreSQL. */
const transientCodes = new Set<unknown>([
  1, 6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
])

/** Transient: no connection, no answer, or one that says to come back later; nothing wrong with the query. */
export const isTransient = (error: unknown): boolean =>
  error instanceof TimedOut ||
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoServerClosedError ||
  error instanceof MongoClientClosedError ||
  error instanceof MongoTopologyClosedError ||
  isOfTheSocket(error) ||
  (error instanceof MongoServerError && transientCodes.has(error.code)) ||
  (error instanceof MongoBulkWriteError && isTransient(error.errorResponse)) // a line that broke in the middle

/** The errors of Node for a line that broke as a request was being written: the driver does not put them in its own words. */
const isOfTheSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(E[A-Z]+|ERR_(STREAM|SOCKET)_\w+)$/.test(String(error.code))

import type { Event } from '../event.ts'
import type { ActivityKind } from './kinds.ts'

/** The kind of an event, and what it says of it to an admin: never a secret, nor a digest of one. */
type Line<Data> = { kind: ActivityKind; says: string | ((data: Data) => string) }

/** A line for each type of an aggregate's events: the compiler asks for those that are added. */
export type ActivityTable<E extends Event> = { [Each in E as Each['type']]: Line<Each['data']> }

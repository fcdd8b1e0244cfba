import type { Person } from '#domain/event.ts'

/** The operator with a command line on the server, as events name them. No account has this id. */
export const operator: Person = { id: 'operator', name: 'The operator', role: 'admin' }

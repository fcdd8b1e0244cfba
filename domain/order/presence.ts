import type { Person, Role } from '#domain/event.ts'

/** The others with an order's page open, as a person is told: a client hears of the agency, and of no one in it. */
export type Presence = { orderId: string; people: Person[]; agency: boolean }

/** An order that a person has open, as admins are told of all of them. */
export type OpenOrder = { orderId: string; title: string; people: Person[] }

/** The others who have an order open, as a person is told of them: never of themselves. */
export function presenceFor(viewer: { id: string; role: Role }, orderId: string, here: readonly Person[]): Presence {
  const others = here.filter(({ id }) => id !== viewer.id)
  return {
    orderId,
    people: viewer.role === 'admin' ? others : [],
    agency: others.some(({ role }) => role === 'admin'),
  }
}

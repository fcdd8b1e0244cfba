/** What may have become of a stored event. */
export const damages = ['altered', 'removed', 'inserted', 'moved', 'replaced'] as const
export type Damage = (typeof damages)[number]

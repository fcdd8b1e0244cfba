import type { Request } from 'express'

/** The path of a request as logs have it: without the secret that the address of a calendar is. */
export const loggedPath = ({ path }: Request): string => path.replace(/^(\/api\/calendar\/).*/s, '$1…')

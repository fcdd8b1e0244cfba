import type { Request } from 'express'
import type { Settings } from '#infra/settings.ts'

/** Where the links in mails begin: `PUBLIC_URL`, else where the request came to. */
export const originOf = (request: Request, { publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  publicUrl ?? `${request.protocol}://${request.host}`

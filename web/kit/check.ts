import type { ZodType } from 'zod'
import { fieldsOf } from '#domain/command.ts'
import { HttpError } from '#web/http.ts'
import { loadZod } from '#web/zod.ts'

/** Checks here what the server will check. Throws what it would answer: `HttpError`, 400, with a message a field. */
export async function check(input: ZodType, body: unknown): Promise<void> {
  await loadZod()
  const { error } = input.safeParse(body)
  if (error) throw new HttpError(400, { message: error.issues[0]!.message, fields: fieldsOf(error) })
}

import { phoneWanted } from '#domain/account/register.ts'
import { Invalid } from '#domain/command.ts'

/** A phone number as E.164; without a country code it is taken for an Indian one. Throws `Invalid`, which names the field. */
export async function e164(phone: string, field = 'phone'): Promise<string> {
  // A start need not wait for the numbering plans of the world.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js')
  const parsed = parsePhoneNumberFromString(phone, 'IN')
  if (!parsed?.isValid()) {
    throw new Invalid({ [field]: phoneWanted })
  }
  return parsed.number
}

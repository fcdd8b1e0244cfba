import { z } from 'zod'
import { email, phone } from '#domain/account/register.ts'
import { defineCommand } from '#domain/action.ts'
import { requiredText, singleLineText, webLink } from '#domain/order/input.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import { type Agency, AgencyRevised } from './agency.ts'
import { isScheme, numberedKinds } from './billing.ts'
import { isColour } from './colour.ts'
import { compact, gstin, isOfState, notOfState, stateCode } from './gst.ts'

const contact = z.strictObject({
  name: singleLineText('Please enter a contact person', 120),
  does: singleLineText('Please enter text, or leave this empty', 200).optional(),
  phone,
  email,
  hours: singleLineText('Please enter text, or leave this empty', 120).optional(),
})

const bank = z.strictObject({
  accountName: singleLineText('Please enter the account name', 120),
  bank: singleLineText('Please enter the name of the bank', 120),
  accountNumber: compact(/^[\dA-Z]{5,34}$/, 'Please enter an account number'),
  ifsc: compact(/^[A-Z]{4}0[A-Z\d]{6}$/, 'Please enter an IFSC, like HDFC0000123'),
})

const upi = z.strictObject({
  id: z
    .string('Please enter a UPI ID, like name@bank')
    .trim()
    .regex(/^[\w.-]{2,256}@[A-Za-z][A-Za-z\d]{1,63}$/, 'Please enter a UPI ID, like name@bank'),
  payee: singleLineText('Please enter text, or leave this empty', 120).optional(),
})

const colour = z
  .string('Please choose a colour')
  .trim()
  .toLowerCase()
  .refine(isColour, 'Please enter a colour like #1d49a0')

const timeZone = z.string('Please choose a time zone').refine(isTimeZone, 'This time zone doesn’t exist')

const scheme = z
  .string('Please enter a number format')
  .trim()
  .refine(isScheme, 'Please enter a number format like INV/{fy}/{n}: at most 16 characters, {n} at the end')

const whole = (message: string, from: number, to: number) =>
  z
    .union([z.int(message), z.string(message).trim().regex(/^\d+$/, message).transform(Number)], message)
    .pipe(z.int(message).min(from, message).max(to, message))

const billing = z
  .strictObject({
    legalName: singleLineText('Please enter the name that invoices come from', 120),
    address: requiredText('Please enter the address', 300),
    state: stateCode.optional(),
    gstin: gstin.optional(),
    taxRate: whole('Please enter a tax rate from 1 to 40', 1, 40).optional(),
    sac: z
      .string('Please enter a SAC, like 998314')
      .trim()
      .regex(/^\d{4,8}$/, 'Please enter a SAC, like 998314')
      .optional(),
    dueDays: whole('Please enter a number of days from 0 to 90', 0, 90).optional(),
    schemes: z.partialRecord(z.enum(numberedKinds), scheme).optional(),
  })
  .refine(isOfState, notOfState)
  .refine(({ taxRate, gstin, state }) => taxRate === undefined || (gstin !== undefined && state !== undefined), {
    path: ['taxRate'],
    error: 'To charge tax, enter state and GSTIN too',
  })

/** The changes: a part that is left out stays as it is, one that is null is removed. */
const changes = z.strictObject({
  name: singleLineText('Please enter a name', 40).nullish(),
  supportEmail: email.nullish(),
  instagram: webLink('Please enter a link').nullish(),
  youtube: webLink('Please enter a link').nullish(),
  contact: contact.nullish(),
  bank: bank.nullish(),
  upi: upi.nullish(),
  logo: z.null('Upload a logo with update-logo. Here you can only remove it (null).').optional(),
  colour: colour.nullish(),
  timeZone: timeZone.nullish(),
  billing: billing.nullish(),
})

type AgencyChanges = z.infer<typeof changes>

/** Sets what the agency is called, how it is reached and how it is paid. The contact's phone arrives as E.164. */
export const reviseAgency = defineCommand('updateAgency', changes, {
  summary: 'Update the agency settings; null removes a value, omitted fields stay unchanged',
  call: 'PUT /api/update-agency',
  logged: { admin: 'changed the agency' },
  scope: 'settings:write',
  route: () => ({ body: changes }),
  roles: ['admin'],
  success: 'Agency settings saved',
  decide(before: Agency, changes) {
    const after = revised(before, changes)
    return parts().every((part) => same(after[part], before[part])) ? [] : [AgencyRevised(after)]
  },
})

/** Puts a logo in place of the name. The pictures are stored already, and made from what was sent. */
export const changeLogo = defineCommand(
  'updateLogo',
  z.object({ filename: z.string(), icon: z.string(), width: z.int(), height: z.int() }),
  {
    summary: 'Upload the logo: one PNG, JPEG or WebP',
    call: 'PUT /api/update-logo',
    logged: { admin: 'changed the logo' },
    scope: 'settings:write',
    route: () => ({ limit: 'upload', form: z.object({}) }),
    roles: ['admin'],
    success: 'Logo updated',
    decide: (before: Agency, logo) => [AgencyRevised({ ...before, logo })],
  },
)

const parts = () => Object.keys(changes.shape) as (keyof Agency)[]

const revised = (before: Agency, changes: AgencyChanges): Agency =>
  Object.fromEntries(
    parts()
      .map((part) => [part, changes[part] === undefined ? before[part] : changes[part]] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  )

const same = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other)

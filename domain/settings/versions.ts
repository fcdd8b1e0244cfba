import { type Aggregate, type Event, evolved, type Recorded } from '#domain/event.ts'
import { mailTextOf, mailTextsId, mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import { mailNames } from '#domain/mail/mails.ts'
import { agencies } from './agency.ts'
import { agencyId } from './brand.ts'
import { portfolioId, portfolios, workFields, worksOf } from './portfolio.ts'
import { priceListId, prices, pricesToWire } from './prices.ts'
import { termsId, termsOfAgency } from './terms.ts'

/** A change in a setting: a field by its path (`bank.ifsc`), with its values before and after. */
type FieldChange = { field: string; before?: string; after?: string }

type Setting = {
  aggregate: Aggregate<unknown, Event>
  id: string
  /** The fields of a state as people see them. */
  fields(state: unknown): object
}

const setting = <State, E extends Event>(
  aggregate: Aggregate<State, E>,
  id: string,
  fields: (state: State) => object,
): Setting => ({ aggregate, id, fields }) as unknown as Setting

/** The settings of the agency, each a stream whose events have all that is set. */
export const settings = {
  agency: setting(agencies, agencyId, ({ logo, ...rest }) => ({ ...rest, logo: logo?.filename })),
  prices: setting(prices, priceListId, pricesToWire),
  terms: setting(termsOfAgency, termsId, (texts) => texts),
  portfolio: setting(portfolios, portfolioId, (texts) =>
    Object.fromEntries(
      worksOf(texts).map((work) => [work.id, Object.fromEntries(workFields.map((field) => [field, work[field]]))]),
    ),
  ),
  mails: setting(mailTextsOfAgency, mailTextsId, (texts) =>
    Object.fromEntries(mailNames.map((mail) => [mail, mailTextOf(mail, texts)])),
  ),
} as const

export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings) as [SettingName, ...SettingName[]]

/** The changes of an event in a setting. `before` is the event before it; undefined for the first. */
export function changesOf(name: SettingName, event: Recorded, before: Recorded | undefined): FieldChange[] {
  const { aggregate, fields } = settings[name]
  const stateAfter = (each: Recorded | undefined) =>
    textsIn(fields(each ? evolved(aggregate, aggregate.initial, each) : aggregate.initial))
  const [was, is] = [stateAfter(before), stateAfter(event)]
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((field) => was.get(field) !== is.get(field))
    .map((field) => ({
      field,
      ...(was.has(field) ? { before: was.get(field)! } : {}),
      ...(is.has(field) ? { after: is.get(field)! } : {}),
    }))
}

/** Every text in a value, by its path. A list of texts is one, line by line. */
function textsIn(value: unknown, path = ''): Map<string, string> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object') return new Map([[path, String(value)]])
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length > 0 ? new Map([[path, value.join('\n')]]) : new Map()
  }
  const entries = Array.isArray(value)
    ? value.map((each, at) => [String(at + 1), each] as const)
    : Object.entries(value)
  return new Map(entries.flatMap(([name, each]) => [...textsIn(each, path ? `${path}.${name}` : name)]))
}

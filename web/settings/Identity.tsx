import type { ChangeEvent, ComponentProps } from 'react'
import type { WireAgency } from '#domain/settings/agency.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { accentOf, isColour, type Shade } from '#domain/settings/colour.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Field, Labelled, type Wording } from '#web/kit/Field.tsx'
import { clockIn } from '#web/kit/time.ts'
import { LogoField } from './LogoField.tsx'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useAgencyForm } from './useAgencyForm.ts'
import { type Versions, versionsOf } from './versions.ts'
import './agency.css'

const names = ['name', 'timeZone', 'colour'] as const

/** The agency’s name and look: on every page, in every mail, on the client's phone. */
export function Identity({ agency, versions }: { agency: WireAgency; versions: Versions }) {
  const own = versionsOf(versions, (field) => ['name', 'timeZone', 'colour', 'logo'].includes(field))
  const form = useAgencyForm(names, agency, own)
  return (
    <SettingSection id="identity" aside="Shown on every page, email and invoice." versions={own}>
      <SettingForm
        label="Agency"
        submitLabel="Save agency"
        form={form}
        versions={own}
        note="The logo is also the app icon on phones, and appears in the QR code."
        beside={<span>Changes go live immediately and are listed below.</span>}
      >
        <Field label="Name" maxLength={40} autoComplete="organization" {...form.field('name')} />
        <TimeZoneField {...form.field('timeZone')} />
        <ColourField {...form.field('colour')} onPick={(colour) => form.write('colour', colour)} />
        <LogoField agency={agency} />
      </SettingForm>
    </SettingSection>
  )
}

type TimeZoneFieldProps = Omit<Wording, 'label'> & {
  name: string
  value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
}

const known = Intl.supportedValuesOf('timeZone')

/** The zone of every date and time that a person sees. */
function TimeZoneField({ name, value, onChange, error, conflict }: TimeZoneFieldProps) {
  const chosen = value || defaultTimeZone
  const there = isTimeZone(chosen) && clockIn(chosen)
  const zones = known.includes(chosen) ? known : [chosen, ...known]
  return (
    <Labelled
      label="Time zone"
      hint={
        there ? `Current time there: ${there}.` : 'This browser doesn’t know this time zone, and shows times in UTC.'
      }
      error={error}
      conflict={conflict ?? null}
    >
      {(ties) => (
        <select
          {...ties}
          name={name}
          value={chosen}
          onChange={(event) => onChange(event as unknown as ChangeEvent<HTMLInputElement>)}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

type ColourFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'value'> & {
  value: string
  onPick(colour: string): void
}

/** The agency's colour, with what becomes of it on each paper. */
function ColourField({ onPick, ...field }: ColourFieldProps) {
  const colour = field.value.trim().toLowerCase()
  const isShown = isColour(colour)
  return (
    <div className="grid columns-1-auto items-end gap-2-4">
      <Field label="Brand colour" placeholder="Empty: black" maxLength={7} spellCheck={false} {...field} />
      <label className="colour-pick">
        <span className="sr">Pick a colour</span>
        <input
          className="pointer rounded edge"
          type="color"
          value={isShown ? colour : '#191511'}
          onChange={({ target }) => onPick(target.value)}
        />
      </label>
      {isShown && (
        <div className="colour-shades text-2 column-all" role="status">
          <ShadeLine paper="light" shade={accentOf(colour).light} />
          <ShadeLine paper="dark" shade={accentOf(colour).dark} />
          <TextButton onClick={() => onPick('')}>Remove colour</TextButton>
        </div>
      )}
    </div>
  )
}

/** A shade on its paper. Where the colour had to be moved to be readable, that is said. */
const ShadeLine = ({ paper, shade: { colour, contrast, instead } }: { paper: 'light' | 'dark'; shade: Shade }) => (
  <p className="colour-shade flex items-center gap-3 ink on-paper rule-around" data-theme={paper}>
    <svg className="flex-none" viewBox="0 0 24 12" aria-hidden="true">
      <rect width="24" height="12" fill={colour} />
    </svg>
    <span>
      {instead === undefined
        ? `${paper === 'light' ? 'Light' : 'Dark'} mode: as chosen, contrast ${ratio(contrast)}`
        : `${paper === 'light' ? 'Light mode: darker' : 'Dark mode: lighter'} for readability (${colour}), contrast ${ratio(contrast)} instead of ${ratio(instead)}`}
    </span>
  </p>
)

/** `4.5:1`, never rounded up to what it does not have. */
const ratio = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`

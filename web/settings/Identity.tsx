import { type ChangeEvent, type ComponentProps, useId, useRef, useState } from 'react'
import type { WireAgency } from '#domain/settings/agency.ts'
import { agencyName, defaultTimeZone, logoPath } from '#domain/settings/brand.ts'
import { accentOf, isColour, type Shade } from '#domain/settings/colour.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { send } from '#web/file-calls.ts'
import { HttpError } from '#web/http.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Field, Labelled, type Wording } from '#web/kit/Field.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { ProgressRule } from '#web/kit/ProgressRule.tsx'
import { sizeProblem } from '#web/kit/size.ts'
import { clockIn } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useChange } from '#web/kit/useChange.ts'
import { applyAgencyEvent, currentAgency } from '#web/live/agency.ts'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useAgencyForm } from './setting-forms.ts'
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
      conflict={conflict}
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

/** The largest picture that is taken, in bytes; the server has the last word. */
const maxSize = 2 * 1024 * 1024

/** The logo, sent as soon as it was chosen. As long as there is none, the name stands in its place. */
function LogoField({ agency }: { agency: WireAgency }) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number>()
  const [ending, setEnding] = useState<AbortController>()
  const { mutate, change, errors, setErrors, pending } = useChange()
  const { logo, revision } = agency

  async function replace(file: File) {
    const problem = sizeProblem(file.size, maxSize)
    if (problem) return setErrors({ files: problem })
    const form = new FormData()
    form.set('files', file)
    const ending = new AbortController()
    setEnding(ending)
    const upload = async (key: string) => {
      const { revision } = currentAgency()
      const answer = await send('updateLogo', form, { key, revision, signal: ending.signal, onProgress: setPart })
      for (const event of answer.events) applyAgencyEvent(event)
      return answer
    }
    await mutate(async (keyFor) => {
      try {
        const { events, message } = await upload(keyFor([file.name, file.size, file.lastModified]))
        const isShown = events.some(({ data }) => data.logo?.filename === currentAgency().logo?.filename)
        // It was saved by a try whose answer was lost, and another admin has changed it since.
        if (!isShown) await upload(newIdempotencyKey())
        toast.success(message)
      } catch (error) {
        if (ending.signal.aborted) return false
        // What is wrong with a file is told at its field, whichever way the server said it.
        const { status, message, fields } = error as HttpError
        throw new HttpError(status, { message, fields: { files: message, ...fields } })
      }
    })
    setEnding(undefined)
    setPart(undefined)
  }

  const takeAway = () =>
    change(async (keyFor) => {
      // Another admin may have chosen a logo since a try whose answer was lost.
      const key = keyFor([null, revision])
      const answer = await call('updateAgency', { body: { logo: null }, key })
      for (const event of answer.events) applyAgencyEvent(event)
      return answer
    })

  return (
    <div className="logo grid gap-1 min-w-0">
      <p className="text-3 weight-500" id={`${id}label`}>
        Logo
      </p>
      <div className="logo-line row items-center justify-between gap-1-4 target">
        <span className="logo-shown min-w-0 break-anywhere">
          {logo ? (
            <img
              className="h-auto rounded"
              src={logoPath(logo.filename)}
              width={logo.width}
              height={logo.height}
              alt={agencyName(agency)}
            />
          ) : (
            <span className="wordmark">{agencyName(agency)}</span>
          )}
        </span>
        <span className="flex gap-4">
          {ending ? (
            <TextButton onClick={() => ending.abort()}>Cancel upload</TextButton>
          ) : (
            <TextButton
              onClick={() => picker.current?.click()}
              disabled={pending}
              aria-describedby={errors.files ? `${id}error` : `${id}hint`}
            >
              {logo ? 'Replace logo' : 'Choose logo'}
            </TextButton>
          )}
          {logo && !ending && (
            <TextButton onClick={takeAway} disabled={pending}>
              Remove logo
            </TextButton>
          )}
        </span>
      </div>
      {part !== undefined && <ProgressRule label="Uploading logo" part={part} />}
      {errors.files ? (
        <p className="field-error" id={`${id}error`} role="alert">
          <Cross /> {errors.files}
        </p>
      ) : (
        <p className="meta" id={`${id}hint`}>
          PNG, JPEG or WebP, up to 2 MB. Best with a transparent background.
        </p>
      )}
      <input
        ref={picker}
        className="sr"
        type="file"
        accept=".png,.jpg,.jpeg,.webp"
        aria-labelledby={`${id}label`}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // the same file may be chosen again
          if (file) void replace(file)
        }}
      />
    </div>
  )
}

import { useId, useRef, useState } from 'react'
import type { WireAgency } from '#domain/settings/agency.ts'
import { agencyName, logoPath } from '#domain/settings/brand.ts'
import { call } from '#web/api.ts'
import { send } from '#web/file-calls.ts'
import { HttpError } from '#web/http.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { ProgressRule } from '#web/kit/ProgressRule.tsx'
import { largerThan } from '#web/kit/size.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { applyAgencyEvent } from '#web/live/agency.ts'
import './LogoField.css'

/** The largest picture that is taken, in bytes; the server has the last word. */
const maxSize = 2 * 1024 * 1024

/** The logo, sent as soon as it was chosen. As long as there is none, the name stands in its place. */
export function LogoField({ agency }: { agency: WireAgency }) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number>()
  const [ending, setEnding] = useState<AbortController>()
  const { mutate, errors, setErrors, pending } = useMutation()
  const { logo, revision } = agency

  async function replace(file: File) {
    if (file.size > maxSize) return setErrors({ files: largerThan(maxSize) })
    const form = new FormData()
    form.set('files', file)
    const ending = new AbortController()
    setEnding(ending)
    await mutate(async (keyFor) => {
      const key = keyFor([file.name, file.size, file.lastModified])
      const sending = send('updateLogo', form, { key, revision, signal: ending.signal, onProgress: setPart })
      const answer = await sending.catch((error: HttpError) => {
        if (ending.signal.aborted) return undefined
        // What is wrong with a file is told at its field, whichever way the server said it.
        const { status, message, fields } = error
        throw new HttpError(status, { message, fields: { files: message, ...fields } })
      })
      if (!answer) return false
      for (const event of answer.events) applyAgencyEvent(event)
      toast.success(answer.message)
      return true
    })
    setEnding(undefined)
    setPart(undefined)
  }

  const takeAway = () =>
    mutate(async (keyFor) => {
      const { message, events } = await call('updateAgency', { body: { logo: null }, key: keyFor(null) })
      for (const event of events) applyAgencyEvent(event)
      toast.success(message)
      return true
    })

  return (
    <div className="logo grid gap-1 min-w-0">
      <p className="text-3 weight-500" id={`${id}label`}>
        Logo
      </p>
      <div className="logo-line row items-center justify-between gap-1-4 target">
        <span className="logo-shown min-w-0 break-anywhere">
          {logo ? (
            <img src={logoPath(logo.filename)} width={logo.width} height={logo.height} alt={agencyName(agency)} />
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

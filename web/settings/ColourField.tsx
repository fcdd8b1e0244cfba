import type { ComponentProps } from 'react'
import { accentOf, isColour, type Shade } from '#domain/settings/colour.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import './agency.css'

type ColourFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'value'> & {
  value: string
  onPick(colour: string): void
}

/** The agency's colour, with what becomes of it on each paper. */
export function ColourField({ onPick, ...field }: ColourFieldProps) {
  const colour = field.value.trim().toLowerCase()
  const isShown = isColour(colour)
  return (
    <div className="grid columns-1-auto items-end gap-2-4">
      <Field label="Brand colour" placeholder="Empty: black" maxLength={7} spellCheck={false} {...field} />
      <label className="colour-pick">
        <span className="sr">Pick a colour</span>
        <input
          className="pointer p-0 rounded edge"
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

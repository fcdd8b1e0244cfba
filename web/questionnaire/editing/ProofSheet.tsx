import { type ReactNode, useState } from 'react'
import { Choices } from '#web/kit/Choices.tsx'
import { useAgencyName } from '#web/live/agency.ts'
import './EditorPage.css'

const widths = [
  { name: 'phone', title: 'Phone' },
  { name: 'desk', title: 'Desktop' },
] as const

type Width = (typeof widths)[number]['name']

type ProofSheetProps = {
  meta?: ReactNode
  className: string
  /** The controls above the sheet: how to walk through it. */
  controls?: ReactNode
  /** The heading in the sheet before its list. */
  heading?: ReactNode
  note: ReactNode
  children: ReactNode
}

/** Shows a client’s view of a list, as on a phone or as at a desk, made smaller. */
export function ProofSheet({ meta, className, controls, heading, note, children }: ProofSheetProps) {
  const [width, setWidth] = useState<Width>('phone')
  return (
    <>
      <div className="editor-proof-head row items-baseline justify-between gap-1-4">
        <h2 className="text-5">Client preview</h2>
        {meta && <span className="meta">{meta}</span>}
        <Choices<Width> label="Preview on" options={widths} chosen={width} onChoose={setWidth} />
      </div>
      {controls}
      <div className={`editor-sheet on-paper-2 rule-around ${className}`} data-width={width}>
        <div className="proof-page">
          <p className="editor-brand wordmark mb-4" aria-hidden="true">
            {useAgencyName()}
          </p>
          {heading}
          <div className="leaf-frame">
            <div className="leaf">{children}</div>
          </div>
        </div>
      </div>
      <p className="editor-note pencil pt-3">{note}</p>
    </>
  )
}

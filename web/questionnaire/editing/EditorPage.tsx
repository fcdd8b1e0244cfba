import type { ReactNode } from 'react'
import { Choices } from '#web/kit/Choices.tsx'
import { ConnectionStatus, Offline } from '#web/live/ConnectionStatus.tsx'
import './EditorPage.css'

export type Part = 'list' | 'proof' | 'versions'

type EditorPageProps = {
  title: ReactNode
  /** Small, beside the title: since when it stands so, and for whom. */
  meta: ReactNode
  /** The names of the three parts. */
  parts: Record<Part, string>
  /** The part that is shown where there is room for one. */
  shown: Part
  onShow(part: Part): void
  list: ReactNode
  proof: ReactNode
  versions: ReactNode
  foot: ReactNode
}

/**
 * A page where a list is edited: the list, what a client gets of it, and its versions. Where there is no room for all of
 * them, one at a time.
 */
export function EditorPage({ title, meta, parts, shown, onShow, list, proof, versions, foot }: EditorPageProps) {
  return (
    <main className="editor mx-auto px-pad" id="main" tabIndex={-1}>
      <ConnectionStatus />
      <div className="editor-grid" data-shown={shown}>
        <header className="editor-head">
          <h1>{title}</h1>
          <p className="meta pt-2">{meta}</p>
          <Offline>You can keep editing in this window. Save when you’re back online.</Offline>
        </header>
        <div className="editor-parts ink-below">
          <Choices<Part>
            label="Sections"
            options={(['list', 'proof', 'versions'] as const).map((name) => ({ name, title: parts[name] }))}
            chosen={shown}
            onChoose={onShow}
          />
        </div>
        <section className="editor-list" aria-label={parts.list}>
          <div className="leaf-frame">
            <div className="leaf">{list}</div>
          </div>
        </section>
        <section className="editor-proof" aria-label={parts.proof}>
          {proof}
        </section>
        <section className="editor-versions" aria-label={parts.versions}>
          <div className="leaf-frame">
            <div className="leaf">{versions}</div>
          </div>
        </section>
        {foot}
      </div>
    </main>
  )
}
